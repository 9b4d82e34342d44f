/* What the engine thinks: the bar, the lines, the graph of the game. */

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import {
    analysis, at, doing, film, filming, go, infos, isOnePlayer, judgements, line, proving, retry, scene, setWidth, solve, toggleAnalysis, told, tryToRefute, width,
} from "./game";
import { Icon } from "./icons";
import { mistakes, sweep, sweeping } from "./judge";
import { format, isProven, share, winnerBy, type Info, type Score } from "./score";
import { digits, name, say, spoken } from "./words";

const best = (): Info | undefined => infos.value[0];

/** How the win is shared out; solid where it is proven. */
export function Bar(): JSX.Element | null {
    const info = best();
    const now = scene.value;
    if (!now || isOnePlayer.value) return null;
    const part = info ? share(info.score) : 0.5;
    const text = info ? format(info.score) : "";
    const sure = info ? isProven(info.score) : false;
    return (
        <div class={`bar ${sure ? "sure" : ""} ${analysis.value ? "" : "off"}`} role="meter" aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(part * 100)} aria-label={`${name(now.players[0])} ${text} ${sure ? say("proven") : ""}`}>
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="10" class="second" />
                <rect width={part * 100} height="10" class="first" />
            </svg>
            <span dir="ltr">
                {sure && <Icon of="lock" />} {digits(text)}
            </span>
        </div>
    );
}

function Line({ info }: { info: Info }): JSX.Element {
    const sure = isProven(info.score);
    return (
        <li class={sure ? "sure" : ""}>
            <span class="score" title={say(sure ? "proven" : "estimate")} dir="ltr">
                {sure && <Icon of="lock" />}{" "}
                {info.score.bound === "lowerbound" ? "≥" : info.score.bound === "upperbound" ? "≤" : ""}
                {digits(format(info.score))}
                {sure && <span class="hidden"> {say("proven")}</span>}
            </span>
            <span class="pv" dir="ltr">
                {info.pv.slice(0, 12).map((move) => [<bdi>{spoken(move)}</bdi>, " "])}
            </span>
        </li>
    );
}

/** Who wins, where that is what is proven. */
function winner({ score }: Info): string {
    const who = name(scene.value?.players[winnerBy(score) - 1]);
    if (winnerBy(score) === 0) return "";
    return say(score.kind === "mate" ? "winsIn" : "winsBy", who, digits(Math.abs(score.value))) + ".";
}

const millions = (count: number): string => digits(count >= 1e6 ? (count / 1e6).toFixed(1) : count) + (count >= 1e6 ? " " + say("million") : "");

/** Under the lines: what may be done with them. */
function Follow({ info }: { info: Info | undefined }): JSX.Element | null {
    if (!info && !filming.value) return null;
    return (
        <div class="tools">
            <button onClick={() => void film()} aria-pressed={filming.value} data-act="film">
                {say(filming.value ? "stop" : "film")}
            </button>
            {info && winnerBy(info.score) !== 0 && !isOnePlayer.value && (
                <button onClick={() => void tryToRefute()} data-act="refute">
                    {say("refute")}
                </button>
            )}
        </div>
    );
}

export function Analysis(): JSX.Element {
    const info = best();
    const widths: [number, string][] = [[1, digits(1)], [3, digits(3)], [5, digits(5)], [0, say("allMoves")]];
    return (
        <section class="analysis" aria-label={say("analysis")}>
            <div class="tools">
                <button aria-pressed={analysis.value} onClick={() => void toggleAnalysis()} data-act="analysis">
                    {say("analysis")}
                </button>
                <label>
                    <span class="hidden">{say("lines")}</span>
                    <select value={String(width.value)} onChange={(event) => void setWidth(Number(event.currentTarget.value))}>
                        {widths.map(([value, text]) => (
                            <option value={String(value)}>
                                {value === 0 ? text : `${text} ${say(value === 1 ? "oneLine" : "lines")}`}
                            </option>
                        ))}
                    </select>
                </label>
                <button onClick={() => void solve()} data-act="solve">
                    {say("solve")}
                </button>
            </div>
            {proving.value !== 0 && (
                <p class="proving" data-winner={proving.value}>
                    <Icon of="lock" /> {say("provingHelp", name(scene.value?.players[proving.value - 1]))}
                </p>
            )}
            {analysis.value && scene.value?.turn === "chance" && <p class="figures">{say("chance_pending")}</p>}
            {analysis.value && (
                <>
                    <ol class="lines">
                        {infos.value.slice(0, width.value === 0 ? 8 : width.value).map((one) => (
                            <Line key={one.line} info={one} />
                        ))}
                    </ol>
                    {info && (
                        <p class="figures">
                            <bdi>
                                {say("depth")} {digits(info.depth)}
                            </bdi>
                            {" · "}
                            <bdi>
                                {millions(info.nodes)} {say("nodes")}
                            </bdi>
                            {isProven(info.score) && (
                                <strong>
                                    {" "}
                                    <Icon of="lock" /> {winner(info)} {say(isOnePlayer.value ? "provenAlone" : "provenHelp")}
                                </strong>
                            )}
                        </p>
                    )}
                </>
            )}
            <Follow info={info} />
        </section>
    );
}

const [WIDE, TALL] = [300, 80];

/** Where a value is drawn, 0 below and 1 above: its share of the win, or its place among all points; and what is above and below. */
function heights(all: Score[]): { height(score: Score): number; ends: string[] } {
    const points = all.filter((one) => one.kind === "pts").toSorted((one, two) => one.value - two.value);
    const [low, high] = [points[0], points.at(-1)];
    if (!low || !high) return { height: share, ends: [] };
    const range = high.value - low.value;
    return {
        height: (score) => (score.kind !== "pts" ? share(score) : range === 0 ? 0.5 : (score.value - low.value) / range),
        ends: [format(high), format(low)],
    };
}

/** A ply in words: its number, the move that led there, what that position is worth. */
function placeText(ply: number): string {
    const move = line.value[ply - 1];
    const score = judgements.value[ply]?.score;
    return [digits(ply) + (move ? "." : ""), move && spoken(move), score && digits(format(score))].filter(Boolean).join(" ");
}

/** At the edges of the graph: for whom it is high and low, or how much that is. */
function End({ of, ends }: { of: 1 | 2; ends: string[] }): JSX.Element | null {
    if (ends.length > 0) return <bdi dir="ltr">{digits(ends[of - 1]!)}</bdi>;
    return (
        <span>
            <span class={`swatch of${of}`} aria-hidden="true" />
            {name(scene.value?.players[of - 1])}
        </span>
    );
}

/** What the move that was just made, or comes next, gave away. */
function Mistake({ ply }: { ply: number }): JSX.Element {
    const { score, after, best } = judgements.value[ply]!;
    const move = (word: string, worth: Score): JSX.Element => (
        <bdi>
            {spoken(word)} <b dir="ltr">{digits(format(worth))}</b>
        </bdi>
    );
    return (
        <p class="gave">
            {say("mistake")}: {move(line.value[ply]!, after!)} · {say("better")}: {move(best, score)}
            <button onClick={() => void retry(ply)} data-act="retry">
                {say("retry")}
            </button>
        </p>
    );
}

export function Graph(): JSX.Element | null {
    const [pointed, point] = useState<number | null>(null);
    const count = line.value.length;
    if (count < 2) return null;
    const points = judgements.value.flatMap((one, ply) => (one ? [{ ply, score: one.score }] : []));
    const { height, ends } = heights([...points, ...told.value].flatMap(({ score }) => score ?? []));
    const x = (ply: number): number => (ply / count) * WIDE;
    const y = (score: Score): number => (1 - height(score)) * TALL;
    const mistake = mistakes.value.find((ply) => ply === at.value || ply + 1 === at.value); // about to be made, or just made
    const saidBy = (player: 1 | 2): string =>
        told.value.flatMap((one) => (one.player === player && one.score ? [`${x(one.ply)},${y(one.score)}`] : [])).join(" ");
    const curve = (some: typeof points): string => some.map((one) => `${x(one.ply)},${y(one.score)}`).join(" ");
    const plyOf = (event: MouseEvent): number => {
        const box = (event.currentTarget as Element).getBoundingClientRect();
        return Math.max(0, Math.min(count, Math.round(((event.clientX - box.left) / box.width) * count)));
    };
    const isSure = (ply: number): boolean => isProven(judgements.value[ply]!.score) && isProven(judgements.value[ply]!.after!);
    return (
        <section class="graph" aria-label={say("graph")}>
            <div class="tools">
                <button onClick={() => void sweep()} disabled={sweeping.value > 0} data-act="sweep">
                    {sweeping.value > 0 ? `${digits(count + 1 - sweeping.value)} / ${digits(count + 1)}` : say("sweep")}
                </button>
                {points.length > 0 && sweeping.value === 0 && <span>{say("mistakes", digits(mistakes.value.length))}</span>}
            </div>
            {points.length + told.value.length > 0 && (
                <p class="edge">
                    <End of={1} ends={ends} />
                </p>
            )}
            {points.length + told.value.length > 0 && (
                <svg
                    viewBox={`0 -6 ${WIDE} ${TALL + 12}`}
                    onClick={(event) => void doing(go)(plyOf(event))}
                    onPointerMove={(event) => point(plyOf(event))}
                    onPointerLeave={() => point(null)}
                    role="slider"
                    tabindex={0}
                    aria-label={`${say("graph")}: ${say("mistakes", digits(mistakes.value.length))}`}
                    aria-valuemin={0}
                    aria-valuemax={count}
                    aria-valuenow={at.value}
                    aria-valuetext={placeText(at.value)}
                >
                    <line x1="0" y1={TALL / 2} x2={WIDE} y2={TALL / 2} class="even" />
                    {([1, 2] as const).map((player) => (
                        <polyline points={saidBy(player)} class={`told of${player}`} />
                    ))}
                    <polyline points={curve(points)} class="curve" />
                    {points.map((one, i) => isProven(one.score) && <polyline points={curve(points.slice(i, i + 2))} class="proof" />)}
                    <line x1={x(at.value)} y1="0" x2={x(at.value)} y2={TALL} class="cursor" />
                    {pointed !== null && <line x1={x(pointed)} y1="0" x2={x(pointed)} y2={TALL} class="pointed" />}
                    {mistakes.value.map((ply) => (
                        <circle cx={x(ply + 1)} cy={y(judgements.value[ply]!.after!)} r="5" class={`mistake ${isSure(ply) ? "sure" : ""}`} />
                    ))}
                </svg>
            )}
            {points.length + told.value.length > 0 && (
                <p class="edge">
                    <End of={2} ends={ends} />
                    <bdi dir="ltr">{placeText(pointed ?? at.value)}</bdi>
                </p>
            )}
            {mistake !== undefined && <Mistake ply={mistake} />}
        </section>
    );
}
