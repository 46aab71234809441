import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ImportedCheck } from '../../importers/importer.ts'
import { slug } from './slug.ts'

/** Writes a file for each check below a folder of configuration; those that say the same already are left alone. Returns how many were written. */
export async function writeImported(
  folder: string,
  datastore: string,
  from: string,
  checks: readonly ImportedCheck[],
): Promise<number> {
  const { parse, stringify } = await import('yaml')
  let written = 0
  for (const check of checks) {
    const path = join(
      folder,
      'datastores',
      slug(datastore),
      'quality_checks',
      slug(check.container),
      `${slug(check.key)}.yaml`,
    )
    const content = contentOf(datastore, from, check)
    if (existsSync(path) && isDeepStrictEqual(parse(readFileSync(path, 'utf8')), content)) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, stringify(content, { lineWidth: 0 }))
    written += 1
  }
  return written
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
