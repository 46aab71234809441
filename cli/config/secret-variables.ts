/** A name as that of a variable of the environment, which no digit begins. */
export const variableOf = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')

/** The variables that stand for secrets in the files of one export: each for one alone, as names may differ in signs that these have not. */
export class SecretVariables {
  readonly #used = new Set<string>()

  /** A variable as a file has it, with a number where another secret has that name. */
  take(name: string): string {
    let free = name
    for (let count = 2; this.#used.has(free); count += 1) free = `${name}_${count}`
    this.#used.add(free)
    return `\${${free}}`
  }
}
