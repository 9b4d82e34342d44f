// The board of one position, drawn from its FEN.
//
//   drawBoard(svg, {game, fen, before, names})
//
// `game` is the game's word, `before` the FEN one ply ago (or undefined), `names` the two players' names.
'use strict';

const drawBoard = (function () {
    const SVG = 'http://www.w3.org/2000/svg';
    const color = (name) => 'var(--' + name + ')';

    const PIECES = {
        konane: { b: ['#222', '#777'], w: ['#fafafa', '#888'] },
        hand: {
            S: '#8a8f98', G: '#4a4a4a', L: '#b8342c', T: '#6a2a2a',
            B: '#c9a227', Y: '#3f8f4f', U: '#2f6fb0', V: '#7b3fa0',
        },
        gems: {
            W: '#555b66', 1: '#e0b020', 2: '#2fa05a', 3: '#d03a3a', 4: '#3a6fd0', G: '#2fa05a', R: '#d03a3a',
            Y: '#e0b020', g: '#2fa05a', r: '#d03a3a', y: '#e0b020', '*': '#8a5a2a', T: '#7b3fa0',
        },
        angry: { R: '#555b66', H: '#d03a3a', Q: '#7b3fa0', E: '#e0b020', P: '#2fa05a', S: '#8a5a2a' },
    };
    const ROUND = { konane: true };
    const CARDS = { hand: true };
    const WALL = { gems: 'W', angry: 'R' };
    const RUNS_OF_GAPS = { konane: true, hand: true };

    function add(parent, tag, attributes, text) {
        const element = document.createElementNS(SVG, tag);
        for (const name in attributes) element.setAttribute(name, attributes[name]);
        if (text !== undefined) element.textContent = text;
        parent.appendChild(element);
        return element;
    }

    function label(svg, text, x, y, fill, size) {
        add(svg, 'text', {
            x, y, fill, 'font-size': size, 'text-anchor': 'middle', 'font-weight': size > 0.5 ? 600 : 400,
        }, text);
    }

    function message(svg, text) {
        svg.setAttribute('viewBox', '0 0 20 3');
        label(svg, text, 10, 1.8, color('faint'), 0.5);
    }

    // The rows of a board, one letter a cell; null where the FEN has none.
    function rowsOf(game, fen) {
        const board = fen.split(' ')[0];
        if (!board.includes('/')) return null;
        const rows = board.split('/');
        return RUNS_OF_GAPS[game] ? rows.map((row) => row.replace(/\d+/g, (gap) => '.'.repeat(+gap))) : rows;
    }

    function drawPiece(svg, game, letter, x, y) {
        const fill = (PIECES[game] || {})[letter];
        if (!fill) {
            if (!PIECES[game] && letter !== '.') label(svg, letter, x + 0.5, y + 0.7, color('ink'), 0.58);
        } else if (ROUND[game]) {
            add(svg, 'circle', {
                cx: x + 0.5, cy: y + 0.5, r: 0.38, fill: fill[0], stroke: fill[1], 'stroke-width': 0.04,
            });
        } else if (CARDS[game]) {
            add(svg, 'rect', { x: x + 0.1, y: y + 0.06, width: 0.8, height: 0.88, rx: 0.1, fill });
            label(svg, letter, x + 0.5, y + 0.7, '#fff', 0.58);
        } else if (game === 'gems' && /[1234]/.test(letter)) {
            const corner = 'M' + (x + 0.5) + ' ' + (y + 0.15);
            add(svg, 'path', { fill, d: corner + 'l.32 .35l-.32 .35l-.32 -.35z' });
        } else if (letter === WALL[game]) {
            add(svg, 'rect', { x, y, width: 1, height: 1, fill });
        } else {
            label(svg, letter, x + 0.5, y + 0.7, fill, 0.58);
        }
    }

    // Who stands where in Gems is told behind the board.
    function drawGemsPlayers(svg, fen) {
        fen.split(' ').slice(3, 5).forEach((word, who) => {
            const at = /^([a-z])(\d+):/.exec(word);
            if (!at) return;
            const x = at[1].charCodeAt(0) - 97 + 0.5, y = at[2] - 0.5;
            add(svg, 'circle', { cx: x, cy: y, r: 0.34, fill: color(who ? 'k1' : 'k0') });
            label(svg, 'AB'[who], x, y + 0.2, '#fff', 0.58);
        });
    }

    function drawCells(svg, game, rows, before) {
        const height = rows.length, width = Math.max(...rows.map((row) => row.length));
        svg.setAttribute('viewBox', '-0.8 -0.2 ' + (width + 1) + ' ' + (height + 1));
        for (let y = 0; y < height; y++) {
            label(svg, y + 1, -0.3, y + 0.62, color('faint'), 0.32);
            for (let x = 0; x < width; x++) {
                const letter = rows[y][x] || '.';
                const square = { x, y, width: 1, height: 1 };
                add(svg, 'rect', { ...square, fill: (x + y) % 2 ? 'none' : color('line'), 'fill-opacity': 0.5 });
                if (before && before[y] && before[y][x] !== letter)
                    add(svg, 'rect', { ...square, fill: color('k4'), 'fill-opacity': 0.35 });
                drawPiece(svg, game, letter, x, y);
            }
        }
        for (let x = 0; x < width; x++)
            label(svg, String.fromCharCode(97 + x), x + 0.5, height + 0.45, color('faint'), 0.32);
    }

    // Monopoly's squares in a line, the players on them, their cash below.
    function drawRing(svg, fen, names) {
        const words = fen.split(' '), owners = words[0];
        svg.setAttribute('viewBox', '-0.2 -0.6 ' + (owners.length + 0.4) + ' 3.2');
        [...owners].forEach((owner, i) => {
            const fill = owner === '1' ? color('k0') : owner === '2' ? color('k1') : 'none';
            add(svg, 'rect', {
                x: i + 0.03, y: 0, width: 0.94, height: 1, rx: 0.08, fill,
                stroke: color('faint'), 'stroke-width': 0.03,
            });
            label(svg, i, i + 0.5, -0.15, color('faint'), 0.3);
        });
        [0, 1].forEach((who) => {
            const at = +words[3 + 2 * who], cash = words[4 + 2 * who], fill = color(who ? 'k1' : 'k0');
            add(svg, 'circle', {
                cx: at + 0.3 + 0.4 * who, cy: 0.5, r: 0.17, fill, stroke: '#fff', 'stroke-width': 0.05,
            });
            add(svg, 'text', {
                x: who ? owners.length : 0, y: 1.8, 'font-size': 0.5, 'text-anchor': who ? 'end' : 'start', fill,
            }, names[who] + ': ' + cash);
        });
    }

    return function (svg, { game, fen, before, names }) {
        svg.textContent = '';
        if (!fen) return message(svg, 'no board: the arbiter was not asked');
        if (game === 'monopoly') return drawRing(svg, fen, names);
        const rows = rowsOf(game, fen);
        if (!rows) return message(svg, fen);
        drawCells(svg, game, rows, before && rowsOf(game, before));
        if (game === 'gems') drawGemsPlayers(svg, fen);
    };
})();
