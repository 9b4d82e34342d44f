// Any game of panj, drawn from the words of its scene and played by clicks (PROTOCOL.md, "Scenes").
'use strict';

// Where cell i stands: [row, column].
function place(scene, i) {
  const { rows, cols } = scene;
  if (scene.shape !== 'ring') return [Math.floor(i / cols), i % cols];
  if (i < cols) return [0, i];
  if (i < cols + rows - 1) return [i - cols + 1, cols - 1];
  if (i < 2 * cols + rows - 2) return [rows - 1, 2 * cols + rows - 3 - i];
  return [2 * (rows + cols) - 4 - i, 0];
}

const name = (scene, i) => (scene.shape === 'ring' ? `${i}` : String.fromCharCode(97 + (i % scene.cols)) + (Math.floor(i / scene.cols) + 1));

// What can still be meant by the clicks so far, and what may be clicked next. A cell that all of it asks for is
// taken as clicked.
function choose(moves, clicked) {
  const fits = moves.moves.filter((move) => clicked.every((step, k) => move.path[k] === step));
  const next = [...new Set(fits.map((move) => move.path[clicked.length]))];
  const done = fits.find((move) => move.path.length === clicked.length);
  if (!done && next.length === 1 && typeof next[0] === 'number' && fits[0].path.length > clicked.length + 1)
    return choose(moves, [...clicked, next[0]]);
  return { clicked, next, move: done ? done.move : '' };
}

function click(moves, clicked, step) {
  const fits = (steps) => choose(moves, steps).next.includes(step);
  if (fits(clicked)) return choose(moves, [...choose(moves, clicked).clicked, step]);
  return choose(moves, fits([]) ? [...choose(moves, []).clicked, step] : []);
}

function cell(scene, i, next) {
  const ground = scene.things[scene.cells[i]];
  const here = scene.pieces.filter((piece) => piece[0] === i).map((piece) => scene.things[piece[1]]);
  const marks = Object.keys(scene.marks).filter((mark) => scene.marks[mark].includes(i));
  const words = [ground, ...here].map((thing) => [thing.name, thing.note || ''].join(' ').trim()).join(', ');
  const signs = (here.length ? here : [ground]).map((thing) => `<b class="${thing.kind} hue-${thing.hue || 'none'} of-${thing.owner || 0}">${thing.sign || ''}</b>`);
  const [row, column] = place(scene, i);
  return `<button class="cell ${ground.kind} of-${ground.owner || 0} ${marks.map((mark) => `mark-${mark}`).join(' ')}" data-step="${i}" style="grid-area:${row + 1}/${column + 1}"
    ${next.includes(i) ? '' : 'disabled'} aria-label="${name(scene, i)} ${words}">${signs.join('')}${scene.shape === 'ring' ? `<small>${i} ${words}</small>` : ''}</button>`;
}

function panel(scene, { kind, name: title, items }) {
  const words = items.map((item) => [scene.players.length > 1 && item.player ? scene.players[item.player - 1] : '', item.name,
    item.thing === undefined ? '' : scene.things[item.thing].name, kind === 'held' || kind === 'note' ? '' : item.value || 0,
    item.of ? `of ${item.of}` : '', item.text, item.holds ? '*' : ''].filter((word) => word !== '' && word !== undefined).join(' '));
  return `<p>${title}: ${words.join(', ')}</p>`;
}

function draw(scene, moves, clicked = []) {
  const { next } = choose(moves, clicked);
  const cells = scene.cells.map((_, i) => cell(scene, i, next)).join('');
  const buttons = moves.buttons.filter((one) => next.includes(one.button)).map((one) => `<button data-step="${one.button}">${one.value || one.button}</button>`);
  const who = scene.players[scene.turn - 1] || scene.turn;
  const state = scene.turn === 'none' ? `over: ${scene.result}, ${scene.end}` : `${who} to move`;
  return `<div class="board ${scene.shape}">${cells}</div><p>${state}${scene.last ? `, last ${scene.last}` : ''}</p><p>${buttons.join(' ')}</p>${scene.panels.map((one) => panel(scene, one)).join('')}`;
}

if (typeof module !== 'undefined') module.exports = { place, choose, click, draw };
