/** True in the packed command, whose programs are bundled as JavaScript; false in a checkout, where Node runs the sources. */
export const isBundled = import.meta.filename.endsWith('.js')

/** The folder of the bundle in the packed command; of no use in a checkout. */
export const bundleFolder = import.meta.dirname

/** The folder of `package.json`: the migrations and the built console lie in it. */
export const packageFolder = `${import.meta.dirname}/${isBundled ? '..' : '../..'}`

/** The programs that run in processes of their own, by their paths below `src`; each is bundled under the same name. */
export const programs = [
  'main',
  'connectors/duckdb/child',
  'connectors/duckdb/writing-child',
  'connectors/local/writing-child',
  'connectors/sqlite/child',
  'connectors/sqlite/writing-child',
  'engine/text-child',
] as const

/** The file of such a program. */
export function programFile(program: (typeof programs)[number]): URL {
  // The bundle keeps this code at its top, beside the programs.
  return new URL(isBundled ? `${program}.js` : `../${program}.ts`, import.meta.url)
}

/**
 * What Node is started with for the service: the size of a half of the young generation, MiB. Answers of lists and the work on many
 * small containers leave much garbage; with 8 they took a tenth more of processor time, with 64 no less than with 32.
 */
export const serviceArguments: readonly string[] = ['--max-semi-space-size=32']
