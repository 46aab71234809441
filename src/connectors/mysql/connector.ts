import { defineConnector } from '../connector.ts'
import { mysqlStore } from './store.ts'

/** A MySQL database; what a person's SQL can reach there is what the account of the connection may read. */
export default defineConnector({
  type: 'mysql',
  title: 'MySQL',
  ...mysqlStore,
})
