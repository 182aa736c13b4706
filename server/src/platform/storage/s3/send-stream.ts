import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Bucket } from './bucket.ts'

/** Kept in memory at a time: S3 must be told the length of whatever it is sent. 10,000 of them are 160 GB. */
const pieceBytes = 16 * 1024 * 1024

export interface Sent {
  size: number
  hash: Buffer
}

/** Sends a stream of unknown length: in one go where it is short, else in parts. */
export async function sendStream(
  bucket: Bucket,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<Sent> {
  const hash = createHash('sha256')
  let size = 0
  const pieces = inPieces(body, (piece) => {
    hash.update(piece)
    size += piece.length
  })
  const first = await pieces.next()
  const start = first.done ? Buffer.alloc(0) : first.value
  if (start.length < pieceBytes) {
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: start }))
  } else await sendParts(bucket, key, start, pieces)
  return { size, hash: hash.digest() }
}

async function sendParts(
  { client, name }: Bucket,
  key: string,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<void> {
  const target = { Bucket: name, Key: key }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const upload = { ...target, UploadId }
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  const send = async (piece: Buffer) => {
    const PartNumber = parts.length + 1
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: piece }))
    parts.push({ PartNumber, ETag })
  }
  try {
    await send(first)
    for await (const piece of rest) await send(piece)
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw error
  }
}

async function* inPieces(
  body: AsyncIterable<Uint8Array>,
  onPiece: (piece: Uint8Array) => void,
): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of body) {
    onPiece(piece)
    waiting.push(piece)
    length += piece.length
    if (length < pieceBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(waiting)
  return undefined
}
