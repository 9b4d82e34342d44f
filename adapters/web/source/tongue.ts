/* How words of a scene are said: as the engine says them, until somebody (words.ts) translates. */

interface Tongue {
    name(word: string | undefined): string;
    phrase(words: string | undefined): string;
    digits(text: string | number): string;
}

let tongue: Tongue = { name: (word) => word ?? "", phrase: (words) => words ?? "", digits: String };

export const speak = (other: Tongue): void => void (tongue = other);

/** A word of the engine's. */
export const name: Tongue["name"] = (word) => tongue.name(word);

/** A few words of the engine's. */
export const phrase: Tongue["phrase"] = (words) => tongue.phrase(words);

/** Digits as they are written in the language. */
export const digits: Tongue["digits"] = (text) => tongue.digits(text);
