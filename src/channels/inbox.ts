/** Where the service itself keeps messages for its users. */
export interface Inbox {
  /** Keeps the message for every user, or for those who may see its datastore; a second attempt of one delivery adds nothing. */
  post(message: { text: string; delivery_id: string; datastore_id?: number }): Promise<void>
}
