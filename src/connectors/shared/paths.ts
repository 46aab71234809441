import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { ServiceError } from '../../kernel/errors.ts'

/**
 * The real path behind a path that a person gave, after every symbolic link. Throws ServiceError `invalid` when it
 * leads outside the allowed paths (whether or not it exists there) and `connection_failed` when it does not exist.
 */
export async function allowedRealPath(given: string, listed: readonly string[]): Promise<string> {
  // A listed folder may itself be a link, or not exist yet.
  const allowed = await Promise.all(listed.map((folder) => realpath(folder).catch(() => folder)))
  const absolute = resolve(given)
  let real: string
  try {
    real = await realpath(absolute)
  } catch (cause) {
    // Outside the allowed paths not even the existence of a file is shown.
    if (!isWithinAny(absolute, [...listed, ...allowed])) throw notAllowed(given)
    throw new ServiceError('connection_failed', `${quoted(given)} ${missing(cause)}`, { cause })
  }
  if (!isWithinAny(real, allowed)) throw notAllowed(given)
  return real
}

/** True when a real path is the folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function isWithinAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder))
}

function notAllowed(given: string): ServiceError {
  return new ServiceError(
    'invalid',
    `${quoted(given)} is not inside a folder that this service may read; an administrator lists those in ASSAY_ALLOWED_PATHS.`,
  )
}

/** The rest of a sentence about a path, and what to do. */
function missing(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return code === 'EACCES'
    ? 'may not be read by this service. Let the account of the service into it.'
    : 'does not exist. See whether the path is right and its disk is there.'
}

function quoted(path: string): string {
  return `"${path}"`
}
