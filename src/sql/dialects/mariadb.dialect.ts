import { mysqlFamily } from './mysql-family.ts'

/** MariaDB 10.5 and newer. Division by zero is NULL there; text that is no number is refused by the session. */
export const mariadb = mysqlFamily({
  name: 'mariadb',
  collation: 'utf8mb4_nopad_bin',
  matches: (value, pattern) => `(${value} regexp ${pattern})`,
  group: (index) => `\\\\${index}`,
})
