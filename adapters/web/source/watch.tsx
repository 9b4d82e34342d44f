/* A match as it goes on: standings, the boards of the games that are being played, and the games that are over. */

import type { JSX } from "preact";
import { Picture } from "./picture";
import { at, engineNames, told } from "./game";
import { Clock } from "./panels";
import { clocksOf, isFinished, isHere, isWatching, leaveBoard, live, match, movesOf, nameOf, scenes, watch, watchedGame, type Entrant } from "./match";
import { format } from "./score";
import { digits, name, phrase, say, spoken } from "./words";

const points = (one: Entrant): number => one.won + one.drawn / 2;

function Standings(): JSX.Element {
    const now = match.value!;
    const single = now.players === 1;
    const order = [...now.engines].sort((one, two) => (single ? two.score - one.score : points(two) - points(one)));
    return (
        <table class="standings">
            <caption>{say("standings")}</caption>
            <thead>
                <tr>
                    <th scope="col">{say("name")}</th>
                    {(single ? ["points"] : ["points", "won", "drawn", "lost"]).map((word) => (
                        <th scope="col">{say(word as "points")}</th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {order.map((one) => (
                    <tr>
                        <th scope="row">{one.name}</th>
                        {(single ? [one.score ?? 0] : [points(one), one.won, one.drawn, one.lost]).map((value) => (
                            <td>{digits(value)}</td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

const pairing = (first: number, second: number | null): string => [nameOf(first), nameOf(second)].filter(Boolean).join(" – ");

function LiveBoards(): JSX.Element {
    return (
        <section class="boards" aria-label={say("live")}>
            <h2>{live.value.length > 0 ? say("live") : say("noneLive")}</h2>
            <ul>
                {live.value.map((one) => {
                    const drawn = scenes.value.get(one.id);
                    return (
                        <li key={one.id}>
                            <button onClick={() => void watch(one.id)} data-live={one.id} data-plies={drawn?.plies}>
                                <span>
                                    {digits(one.id)}. {pairing(one.first, one.second)}
                                </span>
                                {drawn && <Picture scene={drawn.scene} label={`${name(drawn.scene.title)}: ${say("board")}`} />}
                                <span class="times">
                                    {[1, 2].map((player) => (
                                        <Clock player={player} clocks={clocksOf(one)} />
                                    ))}
                                </span>
                                <small dir="ltr">{movesOf(one.plies).slice(-6).map((move) => [<bdi>{spoken(move)}</bdi>, " "])}</small>
                            </button>
                        </li>
                    );
                })}
            </ul>
        </section>
    );
}

function Finished(): JSX.Element {
    const now = match.value!;
    return (
        <section class="finished" tabindex={0} aria-label={say("finished")}>
            <table>
                <caption>
                    {say("finished")}: {digits(now.finished)}
                </caption>
                <tbody>
                    {now.games.map(([id, first, second, result, verdict, plies, score]) => (
                        <tr key={id}>
                            <td>
                                <button onClick={() => void watch(id)} data-game={id}>
                                    {digits(id)}. {pairing(first, second)}
                                </button>
                            </td>
                            <td dir="ltr">{digits(now.players === 1 ? score : result)}</td>
                            <td>{verdict === "rules" ? "" : name(verdict)}</td>
                            <td>
                                {digits(plies)} {say("plies")}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}

export function MatchView(): JSX.Element {
    const now = match.value;
    if (!now) return <main class="match">{say("connecting")}</main>;
    const [game, ...rules] = now.game.split(" ");
    return (
        <main class="match" data-finished={now.finished}>
            <LiveBoards />
            <div class="beside">
                <section class="overview" aria-label={say("standings")}>
                    <h2>
                        {name(game)} <small dir="ltr">{rules.join(" ")}</small>
                    </h2>
                    <Standings />
                </section>
                <Finished />
            </div>
        </main>
    );
}

/** What both engines said last. */
function Sayings(): JSX.Element {
    const names = engineNames.value!;
    const last = (player: number): string => {
        const found = told.value.findLast((one) => one.player === player && one.ply <= at.value && one.score);
        return found?.score ? `${digits(format(found.score))} · ${digits((found.time / 1000).toFixed(1))} ${say("inSeconds")}` : "–";
    };
    return (
        <small>
            {names.filter(Boolean).map((one, i) => (
                <span class={`said of${i + 1}`}>
                    <bdi>{one}</bdi>: <bdi data-said={i + 1}>{last(i + 1)}</bdi>
                </span>
            ))}
        </small>
    );
}

/** Above the panels of a game that is watched: the way back, who plays, how it ended. */
export function Watched(): JSX.Element | null {
    const game = watchedGame.value;
    if (!isHere) return null;
    return (
        <section class="watched" aria-label={say("match")}>
            <button onClick={leaveBoard} data-act="match">
                {say("match")}
            </button>
            {isWatching.value && game && (
                <>
                    <span>
                        {digits(game.id)}. {pairing(game.first, game.second)}
                    </span>
                    <span dir="ltr">{isFinished.value ? digits(game.result) : say("live")}</span>
                    {game.verdict && game.verdict !== "rules" && <span>{`${name(game.verdict)}: ${phrase(game.reason)}`}</span>}
                    <Sayings />
                </>
            )}
        </section>
    );
}
