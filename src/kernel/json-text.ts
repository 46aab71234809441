import { randomUUID } from 'node:crypto'

/** Stands for a text in what JSON.stringify makes; nobody can know it before this process started. */
const mark = `json-text ${randomUUID()} `

let held: string[] = []

/**
 * A part of an answer that is JSON text already, such as a long list that the database made: `toJson` puts it in as it is,
 * and nobody looks into it. JSON.stringify alone cannot show it.
 */
export class JsonText {
  readonly #text: string

  /** `text` must be valid JSON. */
  constructor(text: string) {
    this.#text = text
  }

  /** What it says, for those who look into it after all. */
  parsed(): unknown {
    return JSON.parse(this.#text)
  }

  toJSON(): string {
    held.push(this.#text)
    return `${mark}${held.length - 1}.`
  }
}

/** The JSON text of a value in which some parts may be JSON text already. */
export function toJson(value: unknown): string {
  held = []
  const parts = JSON.stringify(value).split(`"${mark}`)
  const [first = '', ...others] = parts
  return others.reduce((text, part) => {
    const end = part.indexOf('."')
    return `${text}${held[Number(part.slice(0, end))] ?? 'null'}${part.slice(end + 2)}`
  }, first)
}
