import { mysqlFamily } from './mysql-family.ts'

/** MySQL 8.0.17 and newer. Division by zero is NULL there; text that is no number is refused by the session. */
export const mysql = mysqlFamily({
  name: 'mysql',
  collation: 'utf8mb4_0900_bin',
  // c: letter case counts; u: only a line feed ends a line, as elsewhere.
  matches: (value, pattern) => `regexp_like(${value}, ${pattern}, 'cu')`,
  group: (index) => `$${index}`,
})
