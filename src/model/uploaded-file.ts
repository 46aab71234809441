/** A file that came with a request. */
export interface UploadedFile {
  /** As the client calls it; may be empty. */
  name: string
  content: Buffer
}
