/* The painter for pages without an engine behind them, such as the referee's report:
 *
 *   drawBoard(element, scene)       a scene, or null where the arbiter tells none
 *   describeBoard(scene, names)     what stands beside the board, a line each; `names` are the players' engines
 */

import { render } from "preact";
import { Picture } from "./picture";
import type { Item, Panel, Scene } from "./scene";

/** A name is said once, if all items are one player's. */
function itemText(scene: Scene, panel: Panel, item: Item, names: string[]): string {
    const named = item === panel.items[0] || item.player !== panel.items[0]?.player;
    const who = named && scene.players.length > 1 && item.player ? names[item.player - 1] || scene.players[item.player - 1] : undefined;
    const number = panel.kind === "held" || panel.kind === "note" ? undefined : (item.value ?? 0);
    const thing = item.thing === undefined ? undefined : scene.things[item.thing]?.name;
    const words = [who, item.name, thing, number, item.of ? `of ${item.of}` : undefined, item.text, item.holds ? "\u2691" : undefined];
    return words.filter((word) => word !== undefined && word !== "").join(" ");
}

function describeBoard(scene: Scene | null, names: string[]): string[] {
    if (!scene) return [];
    const who = scene.players[(scene.turn === "chance" ? (scene.mover ?? 1) : Number(scene.turn)) - 1];
    const state = scene.turn === "none" ? `over: ${scene.end}` : who + (scene.turn === "chance" ? " rolls" : " to move");
    return [state, ...scene.panels.map((panel) => `${panel.name}: ${panel.items.map((item) => itemText(scene, panel, item, names)).join(", ")}`)];
}

function drawBoard(root: Element, scene: Scene | null): void {
    render(scene ? <Picture scene={scene} label={describeBoard(scene, []).join("; ")} named /> : <p>no board: the arbiter tells no scene</p>, root);
}

Object.assign(globalThis, { drawBoard, describeBoard });
