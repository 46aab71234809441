import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetName } from '../../src/channels/dataset-names.ts'

const nothing = {
  name: 'orders',
  is_computed: false,
  datastore_name: 'shop',
  host: null,
  port: null,
  uri: null,
  region: null,
  database: null,
  schema: null,
  root_path: null,
  assertions: [],
}
const server = { host: 'db.example.com', port: null, database: 'shop', schema: 'public' }

test('datasets are called as the naming rules of OpenLineage say', () => {
  const expected = [
    [{ connection_type: 'postgresql', ...server }, 'postgres://db.example.com:5432 shop.public.orders'],
    [
      { connection_type: 'postgresql', ...server, schema: null },
      'postgres://db.example.com:5432 shop.public.orders',
    ],
    [{ connection_type: 'postgresql', ...server, host: '::1' }, 'postgres://[::1]:5432 shop.public.orders'],
    [
      { connection_type: 'mysql', ...server, port: 3307, schema: null },
      'mysql://db.example.com:3307 shop.orders',
    ],
    [{ connection_type: 'mariadb', ...server, schema: null }, 'mariadb://db.example.com:3306 shop.orders'],
    [
      { connection_type: 'trino', ...server, database: 'hive', schema: null },
      'trino://db.example.com:8443 hive.default.orders',
    ],
    [
      {
        connection_type: 'redshift',
        ...server,
        host: 'sales.abc123xyz.eu-west-1.redshift.amazonaws.com',
      },
      'redshift://sales.eu-west-1:5439 shop.public.orders',
    ],
    [
      { connection_type: 'redshift', ...server, port: 5440, schema: null },
      'redshift://db.example.com:5440 shop.public.orders',
    ],
    [
      { connection_type: 'sqlserver', ...server, schema: null },
      'mssql://db.example.com:1433 shop.dbo.orders',
    ],
    [{ connection_type: 'oracle', ...server, schema: 'pay' }, 'oracle://db.example.com:1521 shop.PAY.orders'],
    [
      {
        connection_type: 'snowflake',
        host: 'myorg-myaccount.snowflakecomputing.com',
        database: 'shop',
        schema: '"pay"',
      },
      'snowflake://myorg-myaccount SHOP.pay.orders',
    ],
    [{ connection_type: 'bigquery', ...server, host: null }, 'bigquery shop.public.orders'],
    [
      { connection_type: 'athena', database: 'AwsDataCatalog', region: 'eu-central-1' },
      'awsathena://athena.eu-central-1.amazonaws.com AwsDataCatalog.default.orders',
    ],
    [
      { connection_type: 'databricks', host: 'dbc-1.cloud.databricks.com', database: 'Lake' },
      'databricks://dbc-1.cloud.databricks.com lake.default.orders',
    ],
    [
      { connection_type: 'local', root_path: '/data/shop/', name: 'orders.csv' },
      'file /data/shop/orders.csv',
    ],
    [
      { connection_type: 'clickhouse', ...server, schema: null },
      'clickhouse://db.example.com:8123 shop.orders',
    ],
    [
      { connection_type: 'spark', ...server, database: 'spark_catalog', schema: null },
      'spark://db.example.com:15002 spark_catalog.default.orders',
    ],
    [
      { connection_type: 's3', uri: 's3a://shop-data/lake/', root_path: '/sales/', name: 'orders.csv' },
      's3://shop-data lake/sales/orders.csv',
    ],
    [{ connection_type: 'gcs', uri: 'gs://shop-data', root_path: '/' }, 'gs://shop-data orders'],
    [
      {
        connection_type: 'abfs',
        uri: 'abfss://shop@mycompany.blob.core.windows.net/lake',
        root_path: 'sales',
        name: 'a/orders.csv',
      },
      'abfss://shop@mycompany.dfs.core.windows.net lake/sales/a/orders.csv',
    ],
    [{ connection_type: 'abfs', uri: 'az://shop', root_path: '/sales' }, 'abfss://shop sales/orders'],
    [{ connection_type: 'sqlite', uri: '/data/shop.db', schema: 'main' }, 'sqlite:/data/shop.db main.orders'],
    [
      { connection_type: 'duckdb', uri: '/data/shop.duckdb', schema: 'main' },
      'duckdb:/data/shop.duckdb main.orders',
    ],
    [{ connection_type: 'postgresql', ...server, is_computed: true }, 'assay shop.orders'],
  ] as const
  for (const [given, name] of expected) {
    const made = datasetName({ ...nothing, ...given }, 'assay')
    assert.equal(`${made.namespace} ${made.name}`, name)
  }
})
