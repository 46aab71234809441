import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where programs are looked for: servers are installed where only administrators look. */
export const programFolders = [process.env['PATH'], '/usr/local/sbin', '/usr/sbin'].join(delimiter)

/** True when this machine has a MariaDB server to start. */
export function hasMariadb(): boolean {
  return ['mariadbd', 'mariadb-install-db'].every((program) =>
    programFolders.split(delimiter).some((folder) => existsSync(join(folder, program))),
  )
}

/** Why the tests of MariaDB are skipped; false when they run, as they must where the gate decides. */
export const mariadbAbsence: string | false =
  process.env['ASSAY_TEST_MARIADB_URL'] || process.env['CI'] === 'true' || hasMariadb()
    ? false
    : 'mariadbd and mariadb-install-db are not on this machine; install mariadb-server to run this'
