/** Start data of a thread that reads a picture. */
export type PictureWorkerData = {
  readonly role: 'coldsign-picture';
  readonly bytes: Uint8Array<ArrayBuffer>;
};

export function isPictureWorkerData(data: unknown): data is PictureWorkerData {
  return (
    typeof data === 'object' && data !== null && 'role' in data && data.role === 'coldsign-picture'
  );
}
