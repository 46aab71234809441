// Written by `npm run generate`; do not edit.

/** By type: its name for people, the members that it needs and those that it takes, its parameters by what they are, and those without which it is nothing. */
export const connectionTypes = {
  abfs: {"title":"Azure Blob Storage","needs":["uri","root_path"],"takes":["access_key","secret_key"],"parameters":{"endpoint":"text","sslrootcert":"text","credentials":"text","tenant_id":"text","authority":"text"},"needed_parameters":[]},
  athena: {"title":"Amazon Athena","needs":["database"],"takes":["access_key","secret_key","session_token","schema"],"parameters":{"region":"text","workgroup":"text","output_location":"text","endpoint":"text","credentials":"text","profile":"text","role_arn":"text","external_id":"text","sts_endpoint":"text"},"needed_parameters":[]},
  bigquery: {"title":"Google BigQuery","needs":["credentials_payload","database","schema"],"takes":["host","port"],"parameters":{"project":"text","location":"text","maximum_bytes_billed":"number","sslmode":"text"},"needed_parameters":[]},
  clickhouse: {"title":"ClickHouse","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  databricks: {"title":"Databricks","needs":["host","password","database"],"takes":["port","username","schema"],"parameters":{"warehouse":"text","authentication":"text","sslmode":"text"},"needed_parameters":["warehouse"]},
  duckdb: {"title":"DuckDB","needs":["uri"],"takes":["database","schema"],"parameters":{},"needed_parameters":[]},
  gcs: {"title":"Google Cloud Storage","needs":["uri","root_path"],"takes":["access_key","secret_key","credentials_payload"],"parameters":{"endpoint":"text","region":"text","sslrootcert":"text","credentials":"text"},"needed_parameters":[]},
  local: {"title":"Local files","needs":["root_path"],"takes":[],"parameters":{},"needed_parameters":[]},
  mariadb: {"title":"MariaDB","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  mysql: {"title":"MySQL","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  oracle: {"title":"Oracle","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"service_name":"text","sslmode":"text"},"needed_parameters":[]},
  postgresql: {"title":"PostgreSQL","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  redshift: {"title":"Amazon Redshift","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  s3: {"title":"S3","needs":["uri","root_path"],"takes":["access_key","secret_key","session_token"],"parameters":{"endpoint":"text","region":"text","sslrootcert":"text","credentials":"text","profile":"text","role_arn":"text","external_id":"text","sts_endpoint":"text"},"needed_parameters":[]},
  snowflake: {"title":"Snowflake","needs":["host","database"],"takes":["port","username","credentials_payload","password","access_key","secret_key","schema"],"parameters":{"authentication":"text","account":"text","role":"text","warehouse":"text","sslmode":"text"},"needed_parameters":[]},
  spark: {"title":"Spark Connect","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  sqlite: {"title":"SQLite","needs":["uri"],"takes":["database","schema"],"parameters":{},"needed_parameters":[]},
  sqlserver: {"title":"SQL Server","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text"},"needed_parameters":[]},
  trino: {"title":"Trino","needs":["host","username","database"],"takes":["port","password","schema"],"parameters":{"sslmode":"text","sslrootcert":"text","authentication":"text"},"needed_parameters":[]},
} as const
