// The board of one position, drawn from its scene (PROTOCOL.md, "Scenes"), whatever the game.
//
//   drawBoard(svg, scene)           a scene, or null where the arbiter tells none
//   describeBoard(scene, names)     what stands beside the board, a line each; `names` are the players' engines
'use strict';

const [drawBoard, describeBoard] = (function () {
    const SVG = 'http://www.w3.org/2000/svg';
    const HUES = {
        red: '#d03a3a', green: '#2fa05a', yellow: '#c99a10', blue: '#3a6fd0',
        magenta: '#a0459b', cyan: '#008b9a', white: '#8a8f98', black: '#444',
    };
    const STONES = { white: ['#fafafa', '#888'], black: ['#222', '#777'] };
    const GROUNDS = { wall: '#555b66', wire: '#d8a0a0', teleport: '#b9a3d6', door: 'none' };
    const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

    const color = (name) => 'var(--' + name + ')';
    const ownerColor = (thing) => (thing.owner ? color(thing.owner === 1 ? 'k0' : 'k1') : undefined);
    const fillOf = (thing) => ownerColor(thing) || HUES[thing.hue] || color('ink');

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

    // ---- pieces, drawn around a point; a kind that is not here is its sign ----

    const PIECES = {
        stone(svg, thing, x, y) {
            const [fill, stroke] = STONES[thing.hue] || [fillOf(thing), color('faint')];
            add(svg, 'circle', { cx: x, cy: y, r: 0.38, fill, stroke, 'stroke-width': 0.04 });
        },
        card(svg, thing, x, y) {
            add(svg, 'rect', { x: x - 0.4, y: y - 0.44, width: 0.8, height: 0.88, rx: 0.1, fill: fillOf(thing) });
            label(svg, thing.sign, x, y + 0.2, '#fff', 0.58);
        },
        figure(svg, thing, x, y) {
            add(svg, 'circle', { cx: x, cy: y, r: 0.36, fill: fillOf(thing) });
            label(svg, thing.sign, x, y + 0.2, color('ground'), 0.54);
        },
        prize(svg, thing, x, y) {
            add(svg, 'ellipse', { cx: x, cy: y, rx: 0.27, ry: 0.35, fill: HUES[thing.hue || 'yellow'] });
            label(svg, thing.sign, x, y + 0.15, '#fff', 0.42);
        },
        harm(svg, thing, x, y) {
            add(svg, 'rect', { x: x - 0.3, y: y - 0.26, width: 0.6, height: 0.52, rx: 0.24, fill: HUES[thing.hue || 'green'] });
            label(svg, thing.sign, x, y + 0.15, '#fff', 0.42);
        },
        goal(svg, thing, x, y) {
            add(svg, 'circle', { cx: x, cy: y, r: 0.36, fill: 'none', stroke: HUES[thing.hue || 'cyan'], 'stroke-width': 0.1 });
            label(svg, thing.sign, x, y + 0.18, color('ink'), 0.5);
        },
        gem(svg, thing, x, y) {
            add(svg, 'path', { fill: fillOf(thing), d: 'M' + x + ' ' + (y - 0.4) + 'l.36 .4l-.36 .4l-.36 -.4z' });
            label(svg, thing.sign, x, y + 0.13, '#fff', 0.36);
        },
    };

    function drawPiece(svg, thing, x, y) {
        const draw = PIECES[thing.kind] || (() => label(svg, thing.sign || '?', x, y + 0.2, fillOf(thing), 0.58));
        draw(svg, thing, x, y);
    }

    const piecesOn = (scene, cell) =>
        scene.pieces.filter((piece) => piece[0] === cell).map((piece) => scene.things[piece[1]]);
    const hasMark = (scene, mark, cell) => (scene.marks[mark] || []).includes(cell);

    function drawMarks(svg, scene, cell, box) {
        if (hasMark(scene, 'last', cell)) add(svg, 'rect', { ...box, fill: color('k4'), 'fill-opacity': 0.35 });
        if (hasMark(scene, 'taken', cell)) add(svg, 'rect', { ...box, fill: color('k6'), 'fill-opacity': 0.2 });
    }

    // ---- a grid ----

    function drawGround(svg, ground, x, y, dark) {
        const box = { x, y, width: 1, height: 1 };
        add(svg, 'rect', { ...box, fill: dark ? 'none' : color('line'), 'fill-opacity': 0.5 });
        if (ground.kind === 'floor') return;
        const inner = ground.kind === 'wall' ? box : { x: x + 0.06, y: y + 0.06, width: 0.88, height: 0.88, rx: 0.08 };
        const door = ground.kind === 'door' ? { stroke: fillOf(ground), 'stroke-width': 0.12 } : {};
        add(svg, 'rect', { ...inner, fill: GROUNDS[ground.kind] || 'none', ...door });
        if (ground.sign) label(svg, ground.sign, x + 0.5, y + 0.68, fillOf(ground), 0.5);
    }

    function drawGrid(svg, scene) {
        svg.setAttribute('viewBox', '-0.8 -0.2 ' + (scene.cols + 1) + ' ' + (scene.rows + 1));
        scene.cells.forEach((thing, cell) => {
            const x = cell % scene.cols, y = Math.floor(cell / scene.cols), pieces = piecesOn(scene, cell);
            const ground = scene.things[thing];
            drawGround(svg, pieces.length ? { ...ground, sign: '' } : ground, x, y, (x + y) % 2);
            drawMarks(svg, scene, cell, { x, y, width: 1, height: 1 });
            for (const piece of pieces) drawPiece(svg, piece, x + 0.5, y + 0.5);
        });
        for (let y = 0; y < scene.rows; y++) label(svg, y + 1, -0.3, y + 0.62, color('faint'), 0.32);
        for (let x = 0; x < scene.cols; x++) label(svg, LETTERS[x], x + 0.5, scene.rows + 0.45, color('faint'), 0.32);
    }

    // ---- a ring, along a rectangle ----

    const CELL = { width: 3, height: 1.8 };

    function placeOf(scene, cell) {
        const { rows, cols } = scene;
        if (cell < cols) return [cell, 0];
        if (cell < cols + rows - 1) return [cols - 1, cell - cols + 1];
        if (cell < 2 * cols + rows - 2) return [2 * cols + rows - 3 - cell, rows - 1];
        return [0, 2 * (rows + cols) - 4 - cell];
    }

    function drawRing(svg, scene) {
        svg.setAttribute('viewBox', '-0.1 -0.1 ' + (scene.cols * CELL.width + 0.2) + ' ' + (scene.rows * CELL.height + 0.2));
        scene.cells.forEach((thing, cell) => {
            const [column, row] = placeOf(scene, cell), ground = scene.things[thing];
            const x = column * CELL.width, y = row * CELL.height, box = { x, y, ...CELL };
            add(svg, 'rect', { ...box, fill: 'none', stroke: color('faint'), 'stroke-width': 0.03 });
            if (ground.owner)
                add(svg, 'rect', { x, y: y + CELL.height - 0.22, width: CELL.width, height: 0.22, fill: fillOf(ground) });
            drawMarks(svg, scene, cell, box);
            label(svg, cell + ' ' + ground.name, x + CELL.width / 2, y + 0.36, color('ink'), 0.3);
            label(svg, ground.note || '', x + CELL.width / 2, y + 0.72, color('faint'), 0.26);
            piecesOn(scene, cell).forEach((piece, place) =>
                drawPiece(svg, piece, x + CELL.width / 2 + (place - 0.5) * 0.9, y + 1.18));
        });
    }

    // ---- what stands beside it ----

    // A name is said once, if all items are one player's.
    function itemText(scene, panel, item, names) {
        const named = item === panel.items[0] || item.player !== panel.items[0].player;
        const number = panel.kind === 'held' || panel.kind === 'note' ? undefined : item.value || 0;
        const words = [
            named && scene.players.length > 1 && item.player ? names[item.player - 1] || scene.players[item.player - 1] : undefined,
            item.name, item.thing === undefined ? undefined : scene.things[item.thing].name, number,
            item.of ? 'of ' + item.of : undefined, item.text, item.holds ? '\u2691' : undefined,
        ];
        return words.filter((word) => word !== undefined && word !== '').join(' ');
    }

    function describe(scene, names) {
        if (!scene) return [];
        const over = scene.turn === 'none', who = scene.players[(scene.turn === 'chance' ? scene.mover : scene.turn) - 1];
        const state = over ? 'over: ' + scene.end : who + (scene.turn === 'chance' ? ' rolls' : ' to move');
        return [state, ...scene.panels.map((panel) =>
            panel.name + ': ' + panel.items.map((item) => itemText(scene, panel, item, names)).join(', '))];
    }

    function draw(svg, scene) {
        svg.textContent = '';
        svg.setAttribute('aria-label', scene ? describe(scene, []).join('; ') : 'no board');
        if (!scene) return message(svg, 'no board: the arbiter tells no scene');
        return scene.shape === 'ring' ? drawRing(svg, scene) : drawGrid(svg, scene);
    }

    return [draw, describe];
})();
