import { defineChannel, delivered } from './channel.ts'

/** Puts the message into the inbox (`GET /notifications`) of every user who may see its datastore; it never leaves the service. */
export default defineChannel({
  type: 'InApp',
  display_name: 'In App',
  properties: [],
  async deliver(message, _parameters, { inbox }) {
    await inbox.post(message)
    return delivered('The message is in the inbox of every user who may see what it is about.')
  },
  examples: [
    {
      shows: 'keeps the message in the inbox',
      parameters: {},
      message: { text: 'orders: 3 rows have no "customer"', delivery_id: 'delivery-1' },
      sends: { inbox: 'orders: 3 rows have no "customer"' },
      outcome: {
        success: true,
        message: 'The message is in the inbox of every user who may see what it is about.',
      },
    },
  ],
})
