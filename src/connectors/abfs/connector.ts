import { Type } from 'typebox'
import { optional } from '../../model/wire.ts'
import { defineConnector } from '../connector.ts'
import { objectConnector } from '../objects/object-connector.ts'

/** Objects in Azure Blob Storage and Data Lake Storage, by the protocol of blobs, read as files. */
export default defineConnector(
  objectConnector({
    type: 'abfs',
    title: 'Azure Blob Storage',
    untried:
      'This connector was tried with Azurite, the emulator of Azure by its maker, and not with Azure itself yet.',
    connection: Type.Object({
      uri: Type.String({
        minLength: 1,
        description:
          'The container, such as abfss://my-container@mycompany.dfs.core.windows.net or az://my-container, with a folder or without.',
      }),
      access_key: Type.String({ minLength: 1, description: 'The name of the storage account.' }),
      secret_key: Type.String({
        minLength: 1,
        description: 'A key of the account, or a shared access signature that may list and read.',
      }),
      parameters: optional(
        Type.Object({
          endpoint: Type.Optional(
            Type.String({
              description:
                'Address of the server; default the account’s own, such as https://mycompany.blob.core.windows.net.',
            }),
          ),
        }),
      ),
    }),
    async protocol() {
      const { openContainer } = await import('./store.ts')
      return openContainer
    },
  }),
)
