/** The port of a server whose connection names none, by the type of the connection. */
export const usualPorts = {
  clickhouse: 8123,
  mariadb: 3306,
  mysql: 3306,
  oracle: 1521,
  postgresql: 5432,
  redshift: 5439,
  spark: 15_002,
  sqlserver: 1433,
  trino: 8443,
} as const

/** The schema of a datastore that names none, by the type of its connection; a type that is not here has none, or none that is always there. */
export const usualSchemas = {
  athena: 'default',
  databricks: 'default',
  postgresql: 'public',
  redshift: 'public',
  snowflake: 'PUBLIC',
  spark: 'default',
  sqlserver: 'dbo',
  trino: 'default',
} as const
