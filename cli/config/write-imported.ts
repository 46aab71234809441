import { join } from 'node:path'
import type { ImportedCheck } from '../../importers/importer.ts'
import { writeOwnFiles } from './own-files.ts'
import { slug } from './slug.ts'
import { described, escaped } from './write-files.ts'

/**
 * Writes a file for each check below a folder of configuration; those that say the same already are left alone. What looks like a variable
 * is the text of whoever wrote the other tool's file, and stays text. Returns how many were written.
 */
export async function writeImported(
  folder: string,
  datastore: string,
  from: string,
  checks: readonly ImportedCheck[],
): Promise<number> {
  const files = checks.map((check) => ({
    place: join('datastores', slug(datastore), 'quality_checks', slug(check.container), slug(check.key)),
    content: escaped(contentOf(datastore, from, check)) as Record<string, unknown>,
  }))
  const { changed } = await writeOwnFiles(folder, files, { ending: '.yaml', identityOf: described })
  return changed
}

/** What is doubtful is a Draft that says why, for a person to look at. */
function contentOf(datastore: string, from: string, check: ImportedCheck): Record<string, unknown> {
  const { container, key, rule_type, description, fields, coverage, filter, properties, doubt } = check
  return {
    kind: 'quality_check',
    datastore,
    container,
    key,
    rule_type,
    description,
    ...(fields.length > 0 && { fields }),
    ...(coverage !== 1 && { coverage }),
    ...(filter !== null && { filter }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(doubt !== null && { status: 'Draft' }),
    additional_metadata: { imported_from: from, ...(doubt !== null && { doubt }) },
  }
}
