import { defineConnector } from '../connector.ts'
import { mysqlStore } from '../mysql/store.ts'

/** A MariaDB database; what a person's SQL can reach there is what the account of the connection may read. */
export default defineConnector({ type: 'mariadb', title: 'MariaDB', ...mysqlStore })
