/* What the page says, in English and Persian. What the engine says is English; `persian.ts` has that in Persian. */

import { signal } from "@preact/signals";
import { reasons, shared } from "./persian";
import { speak } from "./tongue";

export type Language = "en" | "fa";
export const language = signal<Language>(
    (localStorage.getItem("language") as Language | null) ?? (navigator.language.startsWith("fa") ? "fa" : "en"),
);

const english = {
    newGame: "New game",
    game: "Game",
    variant: "Rules",
    player: "Player",
    person: "You",
    engine: "panj",
    seed: "The original agent",
    strength: "Strength",
    full: "full",
    seconds: "Seconds a move",
    start: "Start",
    cancel: "Cancel",
    close: "Close",
    undo: "Take back",
    hint: "Hint",
    flip: "Turn the board",
    analysis: "Analysis",
    lines: "lines",
    oneLine: "line",
    allMoves: "Every move",
    solve: "Solve",
    film: "Play the line",
    stop: "Stop",
    graph: "Graph of the game",
    sweep: "Judge the game",
    retry: "Try again from here",
    record: "Record",
    fen: "Position",
    set: "Set",
    copy: "Copy",
    copied: "Copied",
    load: "Load",
    loadHelp: "Paste a record or a position",
    first: "To the start",
    back: "Back",
    forward: "Forward",
    last: "To the end",
    moves: "Moves",
    move: "Move",
    play: "Play",
    roll: "Roll the die",
    toMove: "{0} to move",
    toRoll: "{0} rolls",
    thinking: "panj thinks …",
    wins: "{0} wins",
    winsIn: "{0} wins, in {1} at most",
    winsBy: "{0} wins by {1}",
    gameOf: "Game {0} of {1}",
    draw: "A draw",
    over: "The game is over",
    proven: "proven",
    provenHelp: "Proven: no better play exists for either side",
    provenAlone: "Proven: no better play exists",
    estimate: "estimate",
    depth: "depth",
    nodes: "positions",
    million: "million",
    inSeconds: "s",
    random: "Any number",
    language: "فارسی",
    theme: "Light or dark",
    keys: "Keys",
    native: "native engine",
    replay: "a record played back, no engine",
    session: "Save the session",
    wasm: "engine in this page",
    connecting: "starting the engine …",
    gone: "The engine is gone: {0}",
    again: "Connect again",
    board: "Board",
    empty: "empty",
    canMove: "can move",
    target: "possible target",
    lastMove: "last move",
    main: "Return to the game",
    mistake: "mistake",
    mistakes: "Mistakes: {0}",
    better: "better",
    values: "panels",
    share: "Copy link",
    not_proven: "Not proven: {0}",
    // the engine's errors, by their codes (PROTOCOL.md); {0} is what it adds
    unknown_command: "The engine does not know this: {0}",
    missing_argument: "Something is missing: {0}",
    bad_argument: "That does not go: {0}",
    bad_fen: "Not a position: {0}",
    illegal_move: "Not a move here: {0}",
    illegal_chance: "Nothing that can be drawn here: {0}",
    game_over: "The game is over",
    chance_pending: "The die or the lot comes first",
    busy: "The engine is busy",
    option_unknown: "The engine has no such option: {0}",
    option_value: "Not a value of this option: {0}",
    unknown_query: "The engine does not know this: {0}",
    unsupported: "This engine cannot do that: {0}",
    line_too_long: "That is too long",
    bad_byte: "That is no text",
    internal: "The engine has run out of memory: {0}",
    minutes: "Clock, in minutes",
    increment: "Seconds added",
    noClock: "none",
    resign: "Resign",
    resigned: "by resignation",
    timeOver: "time is up",
    edit: "Edit",
    editHelp: "Choose a thing, then click where it goes.",
    toMoveNow: "Next to move:",
    drawLot: "Draw the lot",
    refute: "Try to refute it",
    provingHelp: "{0} wins whatever you try: every answer is proven.",
    match: "The match",
    standings: "Standings",
    name: "Name",
    points: "Points",
    won: "Won",
    drawn: "Drawn",
    lost: "Lost",
    live: "being played",
    noneLive: "No game is being played",
    finished: "Games that are over",
    plies: "plies",
    helpKeys:
        "← →: walk through the moves · Home End: to the start, to the end · u: take back · h: hint · a: analysis · s: solve · f: turn the board · n: new game · ← ↑ → ↓: on the board, from cell to cell · Enter: choose the cell",
};
export type Word = keyof typeof english;

const persian: Record<Word, string> = {
    newGame: "بازی تازه",
    game: "بازی",
    variant: "قواعد",
    player: "بازیکن",
    person: "شما",
    engine: "پنج",
    seed: "عامل اصلی",
    strength: "قدرت",
    full: "کامل",
    seconds: "ثانیه برای هر حرکت",
    start: "شروع",
    cancel: "انصراف",
    close: "بستن",
    undo: "پس گرفتن",
    hint: "راهنمایی",
    flip: "چرخاندن صفحه",
    analysis: "تحلیل",
    lines: "خط",
    oneLine: "خط",
    allMoves: "همهٔ حرکت‌ها",
    solve: "حل",
    film: "نمایش خط",
    stop: "ایست",
    graph: "نمودار بازی",
    sweep: "داوری بازی",
    retry: "از همین‌جا دوباره",
    record: "ثبت بازی",
    fen: "وضعیت",
    set: "بچین",
    copy: "رونوشت",
    copied: "برداشته شد",
    load: "بازکردن",
    session: "ذخیرهٔ گفت‌وگو",
    loadHelp: "ثبت بازی یا وضعیت را بچسبانید",
    first: "به آغاز",
    back: "عقب",
    forward: "جلو",
    last: "به پایان",
    moves: "حرکت‌ها",
    move: "حرکت",
    play: "بازی کن",
    roll: "تاس بریز",
    toMove: "نوبت {0}",
    toRoll: "{0} تاس می‌ریزد",
    thinking: "پنج فکر می‌کند …",
    wins: "{0} برد",
    winsIn: "{0} می‌برد، حداکثر در {1}",
    winsBy: "{0} با اختلاف {1} می‌برد",
    gameOf: "بازی {0} از {1}",
    draw: "مساوی",
    over: "بازی تمام شد",
    proven: "ثابت‌شده",
    provenHelp: "ثابت‌شده: هیچ‌کس بهتر از این نمی‌تواند",
    provenAlone: "ثابت‌شده: بازی بهتری نیست",
    estimate: "برآورد",
    depth: "عمق",
    nodes: "وضعیت",
    million: "میلیون",
    inSeconds: "ث",
    random: "هر شماره‌ای",
    language: "English",
    theme: "روشن یا تیره",
    keys: "کلیدها",
    native: "موتور بومی",
    replay: "بازپخش ثبت، بی موتور",
    wasm: "موتور در همین صفحه",
    connecting: "موتور راه می‌افتد …",
    gone: "موتور رفت: {0}",
    again: "اتصال دوباره",
    board: "صفحه",
    empty: "خالی",
    canMove: "می‌تواند برود",
    target: "مقصد ممکن",
    lastMove: "حرکت آخر",
    main: "بازگشت به بازی",
    mistake: "اشتباه",
    mistakes: "اشتباه‌ها: {0}",
    better: "بهتر",
    values: "امتیازها",
    share: "رونوشت پیوند",
    not_proven: "ثابت نشد: {0}",
    unknown_command: "موتور این را نمی‌شناسد: {0}",
    missing_argument: "چیزی کم است: {0}",
    bad_argument: "نمی‌شود: {0}",
    bad_fen: "وضعیت درستی نیست: {0}",
    illegal_move: "این‌جا حرکت نیست: {0}",
    illegal_chance: "این‌جا به قرعه نمی‌آید: {0}",
    game_over: "بازی تمام شده است",
    chance_pending: "نخست تاس یا قرعه",
    busy: "موتور سرگرم کار است",
    option_unknown: "موتور چنین گزینه‌ای ندارد: {0}",
    option_value: "مقدار این گزینه نیست: {0}",
    unknown_query: "موتور این را نمی‌شناسد: {0}",
    unsupported: "این موتور نمی‌تواند: {0}",
    line_too_long: "بیش از اندازه بلند است",
    bad_byte: "این نوشته نیست",
    internal: "حافظهٔ موتور تمام شد: {0}",
    minutes: "ساعت، به دقیقه",
    increment: "ثانیهٔ افزوده",
    noClock: "بی‌ساعت",
    resign: "تسلیم",
    resigned: "با تسلیم حریف",
    timeOver: "وقت تمام شد",
    edit: "چیدن",
    editHelp: "چیزی را برگزینید و جایش را بزنید.",
    toMoveNow: "نوبت با:",
    drawLot: "قرعه",
    refute: "بکوشید ردش کنید",
    provingHelp: "هر چه کنید {0} می‌برد: هر پاسخ ثابت‌شده است.",
    match: "مسابقه",
    standings: "جدول",
    name: "نام",
    points: "امتیاز",
    won: "برد",
    drawn: "مساوی",
    lost: "باخت",
    live: "در جریان",
    noneLive: "هیچ بازی‌ای در جریان نیست",
    finished: "بازی‌های تمام‌شده",
    plies: "حرکت",
    helpKeys:
        "← →: گام‌زدن در حرکت‌ها · Home End: به آغاز، به پایان · u: پس گرفتن · h: راهنمایی · a: تحلیل · s: حل · f: چرخاندن صفحه · n: بازی تازه · ← ↑ → ↓: روی صفحه، از خانه به خانه · Enter: برگزیدن خانه",
};

const persianDigits = "۰۱۲۳۴۵۶۷۸۹";
/** Digits as they are written in the language. */
export const digits = (text: string | number): string =>
    language.value === "fa"
        ? String(text)
              .replace(/([0-9])\.([0-9])/g, "$1٫$2")
              .replace(/([0-9])%/g, "$1٪")
              .replace(/[0-9]/g, (digit) => persianDigits[Number(digit)]!)
        : String(text);

/** Digits as the engine reads them, of whatever keyboard. */
export const western = (text: string): string => text.replace(/[۰-۹٠-٩]/g, (digit) => String((digit.codePointAt(0)! - (digit < "۰" ? 0x660 : 0x6f0))));

export function say(word: Word, ...parts: (string | number)[]): string {
    const text = (language.value === "fa" ? persian : english)[word];
    return parts.reduce<string>((said, part, i) => said.replace(`{${i}}`, String(part)), text);
}

/* Words that are better said otherwise. */
const plain: Record<string, string> = {
    noop: "stay", "to left": "left", konane: "Konane", hand: "Hand of the King", gems: "Gems", angry: "Angry", monopoly: "Monopoly",
};

/** A word of the engine's. */
export const name = (word: string | undefined): string =>
    word === undefined ? "" : language.value === "fa" ? digits(shared[word] ?? word) : (plain[word] ?? word);

/** A move for people: a word, or as it is written. */
export const spoken = (move: string): string => name(`to ${move}` in shared ? `to ${move}` : move);

/** A few words of the engine's, one by one. */
export const phrase = (words: string | undefined): string =>
    words === undefined || words in shared ? name(words) : words.split(" ").map(name).join(" ");

/** What the engine adds to an error, in Persian as far as it is known. */
function reason(words: string): string {
    if (language.value !== "fa") return words;
    const [field = "", ...rest] = words.split(" ");
    const known = reasons.find(([said]) => said.test(words)) ?? reasons.find(([said]) => said.test(rest.join(" ")));
    if (!known) return digits(name(words));
    const whole = known[0].test(words);
    const text = (whole ? words : rest.join(" ")).replace(known[0], known[1]);
    return digits(whole ? text : `${name(field)}: ${text}`);
}

/** An error of the engine's, for people. */
export function explain(error: string): string {
    const [code = "", ...rest] = error.split(" ");
    const added = code.startsWith("illegal_") ? rest.slice(1) : rest; // without the place in the list
    return code in english ? say(code as Word, reason(added.join(" "))) : error;
}

speak({ name, phrase, digits });

export function setLanguage(to: Language): void {
    language.value = to;
    localStorage.setItem("language", to);
}
