// The viewer of games: a list, the moves of the chosen game, a curve of its scores, a board to step through.
//
// The data is JSON in the element `data`: {game, engines, games}, each game as
//   id, a, b     its number, the engines by number (b -1: a game for one)
//   r, v, why    result, verdict, reason;  score: points at the end;  o: plies of the opening
//   m, w, t      of each ply: word, mover (0, 1; else chance), milliseconds of a player's thought
//   s, k         of each ply: what its mover said, in the first player's view, and of which kind
//   f            positions: the first FEN, then [kept at the start, kept at the end, what is new between]
//   x            scenes: the first as JSON text, then of each key that changed (null: that is gone) the same three, of
//                the text of its value; null where the arbiter told none
'use strict';

(function () {
    const data = JSON.parse(document.getElementById('data').textContent);
    const find = (id) => document.getElementById(id);
    const SECOND = 1000, STEP_TIME = 600;
    let game = null, ply = 0, timer = 0, pinned = false;

    const nameOf = (number) => (number < 0 ? '' : data.engines[number]);
    const colorOf = (who) => 'var(--' + (who ? 'k1' : 'k0') + ')';

    const changed = (text, change) =>
        typeof change === 'string' ? change : text.slice(0, change[0]) + change[2] + text.slice(text.length - change[1]);

    function unpack(changes) {
        const fens = [];
        for (const change of changes || []) fens.push(changed(fens[fens.length - 1], change));
        return fens;
    }

    function nextScene(scene, changes) {
        const next = { ...scene };
        for (const key in changes)
            if (changes[key] === null) delete next[key];
            else next[key] = JSON.parse(changed(key in scene ? JSON.stringify(scene[key]) : '', changes[key]));
        return next;
    }

    function unpackScenes(changes) {
        const scenes = [];
        for (const change of changes || [])
            scenes.push(typeof change === 'string' ? JSON.parse(change) : change && nextScene(scenes[scenes.length - 1], change));
        return scenes;
    }

    // ---- the curve of scores ----

    const MARGIN = { left: 56, right: 8, top: 8, bottom: 20 }, HEIGHT = 150;

    function add(parent, tag, attributes, text) {
        const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
        for (const name in attributes) element.setAttribute(name, attributes[name]);
        if (text !== undefined) element.textContent = text;
        parent.appendChild(element);
        return element;
    }

    // A scale that shows small scores and large ones: logarithmic on both sides of zero.
    const bend = (score, top) => (Math.sign(score) * Math.log1p(Math.abs(score))) / Math.log1p(top);

    // Some engines say a number beyond all evaluation where they see the end.
    const BEYOND = 1e6;
    const isMate = (at) => game.k[at] === 'mate' || Math.abs(game.s[at]) >= BEYOND;
    const spoken = () => (game.s || []).map((score, at) => ({ score, at })).filter((one) => one.score !== null);

    function scale(svg) {
        const width = svg.clientWidth || 400;
        const top = Math.max(1, ...spoken().filter((one) => !isMate(one.at)).map((one) => Math.abs(one.score)));
        const inner = { width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
        return {
            width,
            top,
            x: (at) => MARGIN.left + (at / (game.m.length || 1)) * inner.width,
            y: (share) => MARGIN.top + ((1 - share) / 2) * inner.height,
            share: (one) => (isMate(one.at) ? Math.sign(one.score) : bend(one.score, top)),
        };
    }

    function drawAxes(svg, to) {
        const right = to.width - MARGIN.right, words = [];
        for (const score of [to.top, 0, -to.top])
            words.push([bend(score, to.top), score > 0 ? '+' + score : String(score)]);
        for (const [share, word] of words) {
            const y = to.y(share);
            add(svg, 'line', { x1: MARGIN.left, x2: right, y1: y, y2: y, class: share === 0 ? 'zero' : 'grid' });
            add(svg, 'text', { x: MARGIN.left - 6, y: y + 4, 'text-anchor': 'end', class: 'label' }, word);
        }
        const plies = game.m.length, step = Math.max(1, Math.ceil(plies / 6));
        for (let at = 0; at <= plies; at += step)
            add(svg, 'text', { x: to.x(at), y: HEIGHT - 5, 'text-anchor': 'middle', class: 'label' }, at);
    }

    function drawGraph() {
        const svg = find('graph'), to = scale(svg);
        svg.textContent = '';
        svg.setAttribute('viewBox', '0 0 ' + to.width + ' ' + HEIGHT);
        svg.setAttribute('height', HEIGHT);
        drawAxes(svg, to);
        for (const who of [0, 1]) {
            const points = spoken().filter((one) => game.w[one.at] === who)
                .map((one) => to.x(one.at + 1) + ',' + to.y(to.share(one)));
            add(svg, 'polyline', { points: points.join(' '), fill: 'none', stroke: colorOf(who), 'stroke-width': 2 });
        }
        add(svg, 'line', { id: 'now', y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom, class: 'now' });
        drawLegend(to);
    }

    function drawLegend(to) {
        const legend = find('graph-legend'), kinds = new Set(spoken().map((one) => game.k[one.at]));
        legend.textContent = '';
        [game.a, game.b].forEach((number, who) => {
            if (number < 0) return;
            const name = document.createElement('span'), dot = document.createElement('i');
            dot.style.background = colorOf(who);
            name.append(dot, nameOf(number));
            legend.append(name);
        });
        legend.append('score by ply' + (kinds.size ? ' (' + [...kinds].join(', ') + ')' : '') +
            (game.b < 0 ? '' : ', above zero is good for ' + nameOf(game.a)));
    }

    function markNow() {
        const x = scale(find('graph')).x(ply);
        find('now').setAttribute('x1', x);
        find('now').setAttribute('x2', x);
    }

    // ---- one ply ----

    const duration = (ms) => (ms < 10 * SECOND ? ms.toFixed(1) + ' ms' : (ms / SECOND).toFixed(1) + ' s');

    function describe() {
        if (ply === 0) return 'start';
        const at = ply - 1, parts = ['ply ' + ply + ': ' + game.m[at]];
        if (game.t[at] !== null) parts.push(duration(game.t[at]));
        if (game.s[at] !== null) {
            const score = (game.s[at] > 0 ? '+' : '') + game.s[at];
            parts.push(((game.k[at] || '') + ' ' + score).trim() + (game.b < 0 ? '' : ' for ' + nameOf(game.a)));
        }
        return parts.join(', ');
    }

    function markMove() {
        const moves = find('moves'), words = moves.children;
        for (let i = 0; i < words.length; i++) words[i].classList.toggle('at', i === ply - 1);
        if (ply) moves.scrollTop = words[ply - 1].offsetTop - moves.offsetTop - 40;
    }

    function show(wanted) {
        ply = Math.max(0, Math.min(game.m.length, wanted));
        drawBoard(find('board'), game.scenes[ply]);
        find('panels').textContent = describeBoard(game.scenes[ply], [nameOf(game.a), nameOf(game.b)]).join('\n');
        find('slider').value = ply;
        markNow();
        markMove();
        find('note').textContent = describe();
        find('fen').textContent = game.fens[ply] || '';
        if (pinned) history.replaceState(null, '', '#game' + game.id + '.' + ply);
        pinned = true;
    }

    function stop() {
        clearInterval(timer);
        timer = 0;
        find('run').textContent = 'play';
    }

    function jump(to) {
        stop();
        show(to);
    }

    function run() {
        if (timer) return stop();
        if (ply === game.m.length) show(0);
        find('run').textContent = 'stop';
        timer = setInterval(() => (ply >= game.m.length ? stop() : show(ply + 1)), STEP_TIME);
    }

    // ---- one game ----

    function listMoves() {
        const moves = find('moves');
        moves.textContent = '';
        game.m.forEach((word, at) => {
            const link = document.createElement('a'), number = document.createElement('small');
            number.textContent = at + 1;
            link.append(number, ' ' + word);
            if (at < game.o) link.className = 'o';
            link.onclick = () => jump(at + 1);
            moves.append(link);
        });
    }

    function open(index, at) {
        stop();
        game = data.games[index];
        game.fens = game.fens || unpack(game.f);
        game.scenes = game.scenes || unpackScenes(game.x);
        find('slider').max = game.m.length;
        find('title').textContent =
            'Game ' + game.id + ': ' + nameOf(game.a) + (game.b < 0 ? '' : ' \u2013 ' + nameOf(game.b)) + '  ' + game.r;
        find('why').textContent = game.v + ': ' + game.why + (game.score ? ', score ' + game.score : '');
        listMoves();
        const rows = find('list').rows;
        for (let i = 0; i < rows.length; i++) rows[i].classList.toggle('at', i === index);
        drawGraph();
        show(at);
    }

    function listGames() {
        data.games.forEach((one, index) => {
            const row = find('list').insertRow();
            [one.id, nameOf(one.a), nameOf(one.b), one.r, one.v, one.m.length].forEach((text, column) => {
                const cell = row.insertCell();
                cell.textContent = text;
                if (column >= 1 && column <= 4) cell.className = 'l';
            });
            row.onclick = () => {
                open(index, 0);
                find('title').scrollIntoView({ block: 'nearest' });
            };
        });
    }

    function listen() {
        find('first').onclick = () => jump(0);
        find('back').onclick = () => jump(ply - 1);
        find('run').onclick = run;
        find('forth').onclick = () => jump(ply + 1);
        find('last').onclick = () => jump(game.m.length);
        find('slider').oninput = (event) => jump(+event.target.value);
        window.addEventListener('resize', () => {
            drawGraph();
            markNow();
        });
        document.addEventListener('keydown', (event) => {
            const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (!step || event.target.tagName === 'INPUT') return;
            jump(ply + step);
            event.preventDefault();
        });
    }

    // ---- the page's other buttons ----

    // A button that copies stands beside every shell line.
    for (const line of document.querySelectorAll('code.shell')) {
        const button = document.createElement('button');
        button.className = 'copy';
        button.textContent = 'copy';
        button.onclick = () => navigator.clipboard.writeText(line.textContent).then(() => {
            button.textContent = 'copied';
        });
        line.before(button);
    }

    if (!data.games.length) return;
    listGames();
    listen();
    // #game12.30 is ply 30 of game 12; incidents link to their games.
    function follow() {
        const wanted = /#game(\d+)(?:\.(\d+))?/.exec(location.hash);
        const index = wanted ? data.games.findIndex((one) => one.id === +wanted[1]) : 0;
        open(Math.max(0, index), wanted ? +(wanted[2] || 0) : 0);
        if (wanted) find('viewer').scrollIntoView();
    }
    window.addEventListener('hashchange', follow);
    follow();
})();
