import { defineChannel, delivered } from './channel.ts'

/** Puts the message into the inbox of every user (`GET /notifications`); it leaves the service nowhere. */
export default defineChannel({
  type: 'InApp',
  display_name: 'In App',
  properties: [],
  async deliver(message, _parameters, { inbox }) {
    await inbox.post(message)
    return delivered('The message is in the inbox of every user.')
  },
  examples: [
    {
      shows: 'keeps the message for every user',
      parameters: {},
      message: { text: 'orders: 3 rows have no "customer"', delivery_id: 'delivery-1' },
      sends: { inbox: 'orders: 3 rows have no "customer"' },
      outcome: { success: true, message: 'The message is in the inbox of every user.' },
    },
  ],
})
