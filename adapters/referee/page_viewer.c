#include "adapters/referee/page.h"

/* The viewer: a list of games, a board that is drawn from the FEN of each ply, the moves, a graph of scores.
 */
static const char *const elements[] = {
    "<h2 id=\"viewer\">Games</h2>",
    "<div class=\"viewer\"><div><svg id=\"board\" role=\"img\"></svg>",
    "<div class=\"bar\"><button id=\"first\" title=\"to the start\">|&#9664;</button>",
    "<button id=\"back\" title=\"back (left arrow)\">&#9664;</button>",
    "<button id=\"run\" title=\"play\">play</button>",
    "<button id=\"forth\" title=\"forth (right arrow)\">&#9654;</button>",
    "<button id=\"last\" title=\"to the end\">&#9654;|</button>",
    "<input id=\"slider\" type=\"range\" min=\"0\" value=\"0\" aria-label=\"ply\"></div>",
    "<div id=\"note\" class=\"faint\"></div></div>",
    "<div><h3 id=\"title\" style=\"margin:0\"></h3><div id=\"why\" class=\"faint\"></div>",
    "<svg id=\"graph\"></svg><div id=\"moves\"></div><p><code id=\"fen\"></code></p></div></div>",
    "<div class=\"scroll\"><table><thead><tr><th>game</th><th class=\"l\">first</th>",
    "<th class=\"l\">second</th><th>result</th><th>verdict</th><th>plies</th></tr></thead>",
    "<tbody id=\"list\"></tbody></table></div>",
};

static const char *const script[] = {
    "(function(){",
    "var D=JSON.parse(document.getElementById('data').textContent),G=D.games;",
    "var $=function(i){return document.getElementById(i)},game=null,ply=0,timer=0,moved=false;",
    "var css=function(n){return 'var(--'+n+')'};",
    "function el(n,a,t){var e=document.createElementNS('http://www.w3.org/2000/svg',n);",
    " for(var k in a)e.setAttribute(k,a[k]);if(t!=null)e.textContent=t;return e}",
    "function fens(g){var f=[],p='';(g.f||[]).forEach(function(d){",
    " p=typeof d=='string'?d:p.slice(0,d[0])+d[2]+p.slice(p.length-d[1]);f.push(p)});return f}",
    "function rows(name,fen){var r=fen.split(' ')[0];if(r.indexOf('/')<0)return null;",
    " var gaps=name=='konane'||name=='hand';",
    " return r.split('/').map(function(line){return gaps?line.replace(/\\d+/g,function(n){",
    "  return '.'.repeat(+n)}):line})}",
    "var paint={",
    " konane:{b:['#222','#777'],w:['#fafafa','#888']},",
    " hand:{S:'#8a8f98',G:'#4a4a4a',L:'#b8342c',T:'#6a2a2a',B:'#c9a227',Y:'#3f8f4f',U:'#2f6fb0',V:'#7b3fa0'}"
    ",",
    " gems:{W:'#555b66','1':'#e0b020','2':'#2fa05a','3':'#d03a3a','4':'#3a6fd0',G:'#2fa05a',R:'#d03a3a',",
    "  Y:'#e0b020',g:'#2fa05a',r:'#d03a3a',y:'#e0b020','*':'#8a5a2a',T:'#7b3fa0'},",
    " angry:{R:'#555b66',H:'#d03a3a',Q:'#7b3fa0',E:'#e0b020',P:'#2fa05a',S:'#8a5a2a'}};",
    "function cell(s,name,c,x,y){",
    " var p=(paint[name]||{})[c];",
    " if(name=='konane'){if(p)s.appendChild(el('circle',{cx:x+.5,cy:y+.5,r:.38,fill:p[0],stroke:p[1],",
    "  'stroke-width':.04}));return}",
    " if(name=='hand'){if(p){s.appendChild(el('rect',{x:x+.1,y:y+.06,width:.8,height:.88,rx:.1,fill:p}));",
    "  label(s,c,x,y,'#fff')}return}",
    " if(name=='gems'&&/[1234]/.test(c)){s.appendChild(el('path',{fill:p,",
    "  d:'M'+(x+.5)+' '+(y+.15)+'l.32 .35l-.32 .35l-.32 -.35z'}));return}",
    " if(c=='W'||(name=='angry'&&c=='R')){s.appendChild(el('rect',{x:x,y:y,width:1,height:1,fill:p}));"
    "return}",
    " if(p)label(s,c,x,y,p);else if(!paint[name]&&c!='.')label(s,c,x,y,css('ink'))}",
    "function "
    "label(s,t,x,y,f){s.appendChild(el('text',{x:x+.5,y:y+.7,'font-size':.58,'text-anchor':'middle',",
    " 'font-weight':600,fill:f},t))}",
    "function players(s,name,fen){if(name!='gems')return;fen.split(' ').slice(3,5).forEach(function(w,i){",
    " var m=/^([a-z])(\\d+):/.exec(w);if(!m)return;var x=m[1].charCodeAt(0)-97,y=m[2]-1;",
    " s.appendChild(el('circle',{cx:x+.5,cy:y+.5,r:.34,fill:css(i?'k1':'k0')}));label(s,'AB'[i],x,y,'#fff')})"
    "}",
    "function ring(s,fen){var w=fen.split(' '),n=w[0].length;s.setAttribute('viewBox','-0.2 -0.6 '+(n+.4)+' "
    "3.2');",
    " for(var i=0;i<n;i++){var o=w[0][i];s.appendChild(el('rect',{x:i+.03,y:0,width:.94,height:1,rx:.08,",
    "  fill:o=='1'?css('k0'):o=='2'?css('k1'):'none',stroke:css('faint'),'stroke-width':.03}));",
    "  s.appendChild(el('text',{x:i+.5,y:-.15,'font-size':.3,'text-anchor':'middle',fill:css('faint')},i))}",
    " [0,1].forEach(function(k){var at=+w[3+2*k],cash=w[4+2*k];",
    "  "
    "s.appendChild(el('circle',{cx:at+.3+.4*k,cy:.5,r:.17,fill:css(k?'k1':'k0'),stroke:'#fff','stroke-width':"
    ".05}));",
    "  s.appendChild(el('text',{x:k?n:0,y:1.8,'font-size':.5,'text-anchor':k?'end':'start',",
    "   fill:css(k?'k1':'k0')},(k?g2(game):g1(game))+': '+cash))})}",
    "function g1(g){return D.engines[g.a]}function g2(g){return g.b<0?'':D.engines[g.b]}",
    "function draw(){var s=$('board'),f=game.fens[ply],name=D.game;s.textContent='';",
    " if(!f){s.setAttribute('viewBox','0 0 20 3');s.appendChild(el('text',{x:10,y:1.8,'font-size':1,",
    "  'text-anchor':'middle',fill:css('faint')},'no board: the arbiter was not asked'));return}",
    " if(name=='monopoly'){ring(s,f);return}",
    " var r=rows(name,f),old=ply?rows(name,game.fens[ply-1]):null;",
    " if(!r){s.setAttribute('viewBox','0 0 40 4');s.appendChild(el('text',{x:20,y:2.4,'font-size':1.6,",
    "  'text-anchor':'middle',fill:css('ink')},f));return}",
    " var h=r.length,w=Math.max.apply(null,r.map(function(l){return l.length}));",
    " s.setAttribute('viewBox','-0.8 -0.2 '+(w+1)+' '+(h+1));",
    " for(var y=0;y<h;y++){s.appendChild(el('text',{x:-.3,y:y+.62,'font-size':.32,'text-anchor':'middle',",
    "   fill:css('faint')},y+1));",
    "  for(var x=0;x<w;x++){var c=r[y][x]||'.';",
    "   "
    "s.appendChild(el('rect',{x:x,y:y,width:1,height:1,fill:(x+y)%2?'none':css('line'),'fill-opacity':.5}));",
    "   if(old&&old[y]&&old[y][x]!=c)s.appendChild(el('rect',{x:x,y:y,width:1,height:1,fill:css('k4'),",
    "    'fill-opacity':.35}));",
    "   cell(s,name,c,x,y)}}",
    " for(x=0;x<w;x++)s.appendChild(el('text',{x:x+.5,y:h+.45,'font-size':.32,'text-anchor':'middle',",
    "  fill:css('faint')},String.fromCharCode(97+x)));",
    " players(s,name,f)}",
    "function graph(){var s=$('graph'),n=game.m.length||1,top=1;s.textContent='';",
    " s.setAttribute('viewBox','0 0 400 100');s.setAttribute('preserveAspectRatio','none');",
    " (game.s||[]).forEach(function(v,i){if(v!=null&&game.k[i]!='mate')top=Math.max(top,Math.abs(v))});",
    " s.appendChild(el('line',{x1:0,y1:50,x2:400,y2:50,stroke:css('line')}));",
    " [0,1].forEach(function(k){var pts='';(game.s||[]).forEach(function(v,i){if(v!=null&&game.w[i]==k){",
    "  var c=game.k[i]=='mate'?(v>0?top:-top):v;c=Math.sign(c)*Math.log1p(Math.abs(c))/Math.log1p(top);",
    "  pts+=(i+1)/n*400+','+(50-45*c)+' '}});",
    "  s.appendChild(el('polyline',{points:pts,fill:'none',stroke:css(k?'k1':'k0'),'stroke-width':2,",
    "   'vector-effect':'non-scaling-stroke'}))});",
    " s.appendChild(el('line',{id:'now',y1:0,y2:100,stroke:css('faint'),'vector-effect':'non-scaling-stroke'}"
    "))}",
    "function show(k){ply=Math.max(0,Math.min(game.m.length,k));draw();$('slider').value=ply;",
    " var x=ply/(game.m.length||1)*400;$('now').setAttribute('x1',x);$('now').setAttribute('x2',x);",
    " var a=$('moves').children;for(var i=0;i<a.length;i++)a[i].classList.toggle('at',i==ply-1);",
    " if(ply&&a[ply-1])$('moves').scrollTop=a[ply-1].offsetTop-$('moves').offsetTop-40;",
    " var t='';if(ply){var v=game.s[ply-1],ms=game.t[ply-1];t='ply '+ply+': '+game.m[ply-1];",
    "  if(ms!=null)t+=', '+(ms<10000?ms.toFixed(1)+' ms':(ms/1000).toFixed(1)+' s');",
    "  if(v!=null)t+=', '+(game.k[ply-1]||'')+' '+(v>0?'+':'')+v+\" in the first player's view\"}",
    " else t='start';$('note').textContent=t;$('fen').textContent=game.fens[ply]||'';",
    " if(moved)history.replaceState(null,'','#game'+game.id+'.'+ply);moved=true}",
    "function open(i,k){stop();var g=game=G[i];if(!g.fens)g.fens=fens(g);$('slider').max=g.m.length;",
    " $('title').textContent='Game '+g.id+': '+g1(g)+(g.b<0?'':' \\u2013 '+g2(g))+'  '+g.r;",
    " $('why').textContent=g.v+': '+g.why+(g.score?', score '+g.score:'');",
    " var m=$('moves');m.textContent='';g.m.forEach(function(w,n){var a=document.createElement('a');",
    "  "
    "a.textContent=w;if(n<g.o)a.className='o';a.onclick=function(){stop();show(n+1)};m.appendChild(a);m."
    "append(' ')});",
    " var t=$('list').rows;for(var n=0;n<t.length;n++)t[n].classList.toggle('at',n==i);",
    " graph();show(k||0)}",
    "function stop(){clearInterval(timer);timer=0;$('run').textContent='play'}",
    "function run(){if(timer)return "
    "stop();if(ply==game.m.length)show(0);$('run').textContent='stop';",
    " timer=setInterval(function(){if(ply>=game.m.length)return stop();show(ply+1)},600)}",
    "function step(d){stop();show(ply+d)}",
    "if(!G.length)return;",
    "var body=$('list');G.forEach(function(g,i){var tr=body.insertRow();",
    " [g.id,g1(g),g2(g),g.r,g.v,g.m.length].forEach(function(v,k){var td=tr.insertCell();td.textContent=v;",
    "  "
    "if(k==1||k==2)td.className='l'});tr.onclick=function(){open(i);$('title').scrollIntoView({block:'"
    "nearest'})}});",
    "$('first').onclick=function(){step(-1e9)};$('back').onclick=function(){step(-1)};$('run').onclick=run;",
    "$('forth').onclick=function(){step(1)};$('last').onclick=function(){step(1e9)};",
    "$('slider').oninput=function(){stop();show(+this.value)};",
    "document.addEventListener('keydown',function(e){if(e.target.tagName=='INPUT')return;",
    " if(e.key=='ArrowLeft')step(-1);else if(e.key=='ArrowRight')step(1);else return;e.preventDefault()});",
    "var wanted=/#game(\\d+)(?:\\.(\\d+))?/.exec(location.hash),at=0;",
    "if(wanted)G.forEach(function(g,i){if(g.id==wanted[1])at=i});open(at,wanted?+wanted[2]:0)",
    "})();",
};

void page_print_viewer(FILE *out)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        fprintf(out, "%s\n", elements[i]);
    fputs("<script>\n", out);
    for (size_t i = 0; i < sizeof script / sizeof script[0]; i++)
        fprintf(out, "%s\n", script[i]);
    fputs("</script>\n", out);
}
