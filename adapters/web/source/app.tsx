/* The page: the board, what stands around it, and the keys. */

import { computed, effect } from "@preact/signals";
import { render, type JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Analysis, Bar, Graph } from "./analysis";
import { Board, ratio } from "./board";
import { canEdit, EditPanel, startEditing } from "./edit";
import { Keys, NewGame, open, RecordDialog } from "./dialogs";
import {
    at, doing, editing, ended, engineNames, flipped, former, giveHint, go, isOnePlayer, isShown, kind, line, message, readAddress, recorded, resign, returnToGame, scene, seats, seatToMove, show, shown, showRecorded, solve, takeBack, thinking, toggleAnalysis, trouble,
} from "./game";
import { Icon } from "./icons";
import { mistakes } from "./judge";
import { atMatch, isHere, startWatching } from "./match";
import { Side } from "./panels";
import { MatchView, Watched } from "./watch";
import { digits, language, name, say, setLanguage, spoken } from "./words";

const turnBoard = (): void => {
    flipped.value = !flipped.value;
};

function setTheme(to: string): void {
    document.documentElement.dataset.theme = to;
    localStorage.setItem("theme", to);
}

function changeTheme(): void {
    const dark = document.documentElement.dataset.theme
        ? document.documentElement.dataset.theme === "dark"
        : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(dark ? "light" : "dark");
}

function Header(): JSX.Element {
    return (
        <header>
            <h1>
                <img src="icon.svg" alt="" width="28" height="28" /> panj <small>{name(scene.value?.title)}</small>
            </h1>
            <div class="tools">
                {!atMatch.value && (
                    <>
                        <button class="primary" onClick={() => (open.value = "new")} data-act="new">
                            {say("newGame")}
                        </button>
                        <button onClick={() => (open.value = "record")} data-act="record">
                            {say("record")}
                        </button>
                    </>
                )}
                <button onClick={changeTheme} aria-label={say("theme")} title={say("theme")} data-act="theme">
                    <Icon of="theme" />
                </button>
                <button onClick={() => setLanguage(language.value === "fa" ? "en" : "fa")} lang={language.value === "fa" ? "en" : "fa"} data-act="language">
                    {say("language")}
                </button>
                <button onClick={() => (open.value = "keys")} aria-label={say("keys")} title={say("keys")}>
                    ?
                </button>
            </div>
        </header>
    );
}

const canResign = computed(() => {
    const turn = scene.value?.turn;
    return !isOnePlayer.value && turn !== "none" && !ended.value && !engineNames.value && at.value === line.value.length && seats.value.includes("person");
});

function Walk(): JSX.Element {
    const to = (ply: number) => () => void doing(go)(ply);
    const last = line.value.length;
    const steps: ["first" | "back" | "forward" | "last", number, boolean][] = [
        ["first", 0, at.value > 0],
        ["back", at.value - 1, at.value > 0],
        ["forward", at.value + 1, at.value < last],
        ["last", last, at.value < last],
    ];
    return (
        <div class="tools walk">
            <div class="tools" dir="ltr">
                {steps.map(([sign, ply, can]) => (
                    <button aria-label={say(sign)} title={say(sign)} disabled={!can} onClick={to(ply)} data-walk={sign}>
                        <Icon of={sign} />
                    </button>
                ))}
            </div>
            <button onClick={() => void takeBack()} disabled={at.value === 0} data-act="undo">
                {say("undo")}
            </button>
            <button onClick={() => void giveHint()} data-act="hint">
                {say("hint")}
            </button>
            {canResign.value && (
                <button onClick={() => void resign()} data-act="resign">
                    {say("resign")}
                </button>
            )}
            {canEdit.value && (
                <button onClick={() => void startEditing()} data-act="edit">
                    {say("edit")}
                </button>
            )}
            {scene.value?.shape === "grid" && (
                <button onClick={turnBoard} aria-label={say("flip")} title={say("flip")} data-act="flip">
                    <Icon of="turn" />
                </button>
            )}
            {former.value && (
                <button onClick={() => void returnToGame()} data-act="main">
                    {say("main")}
                </button>
            )}
        </div>
    );
}

function Line(): JSX.Element | null {
    const list = useRef<HTMLOListElement>(null);
    useEffect(() => {
        const here = list.current?.querySelector<HTMLElement>(".here");
        list.current?.scrollTo(0, here ? here.offsetTop - (list.current.clientHeight - here.offsetHeight) / 2 : 0);
    }, [at.value, line.value]);
    if (line.value.length === 0) return null;
    return (
        <section class="moves" aria-label={say("moves")}>
            <ol dir="ltr" tabindex={0} ref={list}>
                {line.value.map((move, ply) => (
                    <li class={`${ply + 1 === at.value ? "here" : ply >= at.value ? "ahead" : ""} ${mistakes.value.includes(ply) ? "mistaken" : ""}`}>
                        <button onClick={() => void doing(go)(ply + 1)} aria-current={ply + 1 === at.value ? "step" : undefined}>
                            {spoken(move)}
                            {mistakes.value.includes(ply) && <span class="hidden"> {say("mistake")}</span>}
                        </button>
                    </li>
                ))}
            </ol>
        </section>
    );
}

/** Which game of a record of many. */
function Recorded(): JSX.Element | null {
    const all = recorded.value;
    if (all.length < 2) return null;
    return (
        <select class="recorded" aria-label={say("record")} onChange={(event) => void showRecorded(Number(event.currentTarget.value))}>
            {all.map((one, i) => (
                <option value={i}>
                    {say("gameOf", digits(i + 1), digits(all.length))} {one.title}
                </option>
            ))}
        </select>
    );
}

function Trouble(): JSX.Element | null {
    if (trouble.value === "") return null;
    const again = (): void => {
        trouble.value = "";
        void doing(show)();
    };
    return (
        <p class="trouble" role="alert">
            {trouble.value}
            {kind.value === "" ? (
                <button onClick={again}>{say("again")}</button>
            ) : (
                <button onClick={again} aria-label={say("close")}>
                    <Icon of="close" />
                </button>
            )}
        </p>
    );
}

function Game(): JSX.Element {
    return (
        <main aria-busy={!isShown.value} data-ply={shown.value} data-turn={scene.value?.turn} data-seat={thinking.value ? "busy" : seatToMove.value} data-game={scene.value?.game} data-shape={scene.value?.shape}>
            <div class="play" style={{ "--ratio": ratio.value }}>
                <Bar />
                <Board />
                {!editing.value && <Walk />}
            </div>
            <div class="beside">
                <Trouble />
                <Watched />
                {editing.value ? (
                    <EditPanel />
                ) : (
                    <>
                        <Recorded />
                        <Side />
                        <Line />
                        <Analysis />
                        <Graph />
                    </>
                )}
            </div>
        </main>
    );
}

function App(): JSX.Element {
    const carried = kind.value === "" ? say("connecting") : say(kind.value);
    return (
        <>
            <Header />
            {atMatch.value ? <MatchView /> : <Game />}
            <footer>{!atMatch.value && <span class={`carrier ${kind.value}`}>{carried}</span>}</footer>
            <p class="hidden" aria-live="polite">
                {message.value}
            </p>
            {open.value === "new" && <NewGame />}
            {open.value === "record" && <RecordDialog />}
            {open.value === "keys" && <Keys />}
        </>
    );
}

const keys: Record<string, () => unknown> = {
    ArrowLeft: () => doing(go)(at.value - 1),
    ArrowRight: () => doing(go)(at.value + 1),
    Home: () => doing(go)(0),
    End: () => doing(go)(line.value.length),
    u: takeBack,
    h: giveHint,
    a: toggleAnalysis,
    s: solve,
    f: turnBoard,
    n: () => (open.value = "new"),
    "?": () => (open.value = "keys"),
};

addEventListener("keydown", (event) => {
    const typing = (event.target as Element).closest?.("input, select, textarea, dialog");
    const act = keys[event.key];
    if (!act || atMatch.value || editing.value || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    void act();
});

effect(() => {
    document.documentElement.lang = language.value;
    document.documentElement.dir = language.value === "fa" ? "rtl" : "ltr";
});

const theme = localStorage.getItem("theme");
if (theme) setTheme(theme);
if (new URLSearchParams(location.search).has("watch")) seats.value = ["engine", "engine"];
addEventListener("hashchange", () => !isHere && void doing(readAddress)());
render(<App />, document.getElementById("app")!);
if (isHere) startWatching();
else void doing(readAddress)();
