/** Bytes of an object from an offset on. */
export interface Part {
  offset: number
  bytes: Buffer
}

const mostBytes = 64 * 1024 * 1024
const mostBytesEach = 256 * 1024

/** Beginnings and footers of objects by object and version, for the sessions of this process; the longest unused are forgotten. */
const remembered = new Map<string, Part[]>()
let held = 0

/** Undefined when they are not remembered. */
export function rememberedParts(id: string): Part[] | undefined {
  const parts = remembered.get(id)
  if (parts) {
    remembered.delete(id)
    remembered.set(id, parts)
  }
  return parts
}

/** Keeps the parts unless they are large. */
export function rememberParts(id: string, parts: Part[]): void {
  if (remembered.has(id) || sizeOf(parts) > mostBytesEach) return
  remembered.set(id, parts)
  held += sizeOf(parts)
  for (const [oldest, old] of remembered) {
    if (held <= mostBytes) return
    remembered.delete(oldest)
    held -= sizeOf(old)
  }
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { bytes }) => sum + bytes.length, 0)
