/** Most characters or elements that one call may make out of nothing; a table that is walked row by row has no bound. */
const most = 1_000_000

const unless = (size: string, argument: string, name: string): string =>
  `if(${size} > ${most}, error('${name}() would make more than ${most} characters or elements in one value'), ${argument})`

/** The number of steps between two whole numbers; moments have none here, only as a table. */
const steps = (from: string, to: string, step = '1'): string =>
  `abs((cast(${to} as hugeint) - ${from}) // ${step})`

const series = (name: string): string =>
  `create temp macro ${name}(a) as system.main.${name}(${unless('cast(a as hugeint)', 'a', name)}),
    (a, b) as system.main.${name}(a, ${unless(steps('a', 'b'), 'b', name)}),
    (a, b, c) as system.main.${name}(a, ${unless(steps('a', 'b', 'c'), 'b', name)}, c)`

const resize = (name: string): string =>
  `create temp macro ${name}(l, n) as system.main.${name}(l, ${unless('n', 'n', name)}),
    (l, n, v) as system.main.${name}(l, ${unless('n', 'n', name)}, v)`

const pad = (name: string): string =>
  `create temp macro ${name}(s, n, p) as system.main.${name}(s, ${unless('n', 'n', name)}, p)`

/**
 * Stand before DuckDB's functions that make one value of any size. It computes constants while it plans, where it can
 * be neither interrupted nor held to its memory, so a single call could keep the service busy for minutes.
 */
export const guards = [
  `create temp macro repeat(s, n) as system.main.repeat(s, ${unless('cast(len(s) as hugeint) * n', 'n', 'repeat')})`,
  `create temp macro bitstring(s, n) as system.main.bitstring(s, ${unless('n', 'n', 'bitstring')})`,
  ...['lpad', 'rpad'].map(pad),
  ...['range', 'generate_series'].map(series),
  ...['list_resize', 'array_resize'].map(resize),
].join(';\n')
