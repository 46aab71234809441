import { trinoFamily } from './trino-family.ts'

/** Trino 476. */
export const trino = trinoFamily({
  name: 'trino',
  // The server takes a million characters, and quotes in a statement with parameters are doubled on the way.
  limits: { columns: 1000, characters: 400_000, parameters: 1000 },
})
