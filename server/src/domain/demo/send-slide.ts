import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@cresyl/contract/api/errors'
import {
  abortMultipart,
  beginMultipart,
  completeMultipart,
  createFile as createFileRoute,
} from '@cresyl/contract/files/files'
import { extensionOf } from '@cresyl/contract/files/uploads'
import { eq } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { files } from '../../platform/db/schema/index.ts'
import type { AnyStorage } from '../../platform/storage/open-storage.ts'
import { partLength, partOffset } from '../../platform/storage/part-layout.ts'
import type { UploadReference } from '../../platform/storage/storage.ts'
import { abortUpload } from '../files/abort-upload.ts'
import { beginUpload } from '../files/begin-upload.ts'
import { completeUpload } from '../files/complete-upload.ts'
import { createFile } from '../files/create-file.ts'
import type { Acts } from '../files/file-upload.ts'
import type { FileRow } from '../files/view.ts'
import type { Member } from '../work.ts'
import type { ActAs } from './acting.ts'
import type { DemoSlide } from './content.ts'
import type { Places } from './places.ts'
import { forgetPart, keepPart } from './queries.ts'

export interface Sender {
  context: Context
  actAs: ActAs
  member: Member
  places: Places
}

/**
 * Sends a slide that was made as its member would: announces the file, sends its parts and completes it. What is
 * announced is sent to its end, whoever cancels: that takes a moment, and half a file helps nobody.
 */
export async function sendSlide(sender: Sender, slide: DemoSlide, path: string): Promise<void> {
  const { context, actAs, member } = sender
  const { size } = await stat(path)
  const id = (await announced(sender, slide, size)) ?? (await announce(sender, slide, size))
  const plan = await beginUpload(context, actAs(member, beginMultipart), id)
  const { organizationId } = member
  const { uploadId } = await readRow(actAs(member, beginMultipart), id)
  if (uploadId === null) throw new ApiError('upload_closed')
  const layout = { size, partSize: plan.part_size }
  const parts = []
  for (let number = 1; number <= plan.part_count; number++) {
    const part = { path, number, offset: partOffset(layout, number), length: partLength(layout, number) }
    const etag = await sendPart(context.storage, { organizationId, uploadId }, part)
    parts.push({ PartNumber: number, ETag: etag })
  }
  await completeUpload(context, actAs(member, completeMultipart), id, parts)
}

/** Whether an attempt before this one has sent it; one that was about to complete it is helped. */
export async function isSent({ context, actAs, member, places }: Sender, slide: DemoSlide): Promise<boolean> {
  const id = places.files.get(slide.key)
  if (id === undefined) return false
  const row = await findRow(actAs(member, beginMultipart), id)
  if (row?.state !== 'created') return true
  const { state } = await abortUpload(context, actAs(member, abortMultipart), id)
  return state !== 'created'
}

/** The file that an attempt before this one has announced, if what was made now is as long. */
async function announced(sender: Sender, { key }: DemoSlide, size: number): Promise<string | undefined> {
  const { actAs, member, places } = sender
  const id = places.files.get(key)
  if (id === undefined) return undefined
  const row = await readRow(actAs(member, beginMultipart), id)
  if (row.size === size) return id
  // Another version of the program drew it: nothing of the former one was stored.
  await sender.context.database.asSystem(async (tx) => {
    await forgetPart(tx, member.organizationId, 'file', id)
    await tx.delete(files).where(eq(files.id, id))
  })
  places.files.delete(key)
  return undefined
}

/** The file and the note that it is of the demo are kept together: however often this is tried, there is one. */
async function announce(sender: Sender, slide: DemoSlide, size: number): Promise<string> {
  const { context, actAs, member, places } = sender
  const { organizationId } = member
  const acts = actAs(member, createFileRoute)
  const noting: Acts = {
    ...acts,
    write: (work) =>
      acts.write(async (given) => {
        const result = await work({
          ...given,
          record: (subject) => {
            places.files.set(slide.key, subject.id)
            given.record(subject)
          },
        })
        const subjectId = places.files.get(slide.key) as string
        await keepPart(given.tx, { organizationId, kind: 'file', key: slide.key, subjectId })
        return result
      }),
  }
  const { id } = await createFile(context, noting, {
    name: slide.fileName,
    media_type: extensionOf(slide.fileName),
    size,
    ...places.belongingOf(slide),
  })
  return id
}

async function findRow(acts: Acts, id: string): Promise<FileRow | undefined> {
  const [row] = await acts.read(({ tx }) => tx.select().from(files).where(eq(files.id, id)))
  return row
}

async function readRow(acts: Acts, id: string): Promise<FileRow> {
  const row = await findRow(acts, id)
  if (row === undefined) throw new ApiError('not_found')
  return row
}

interface FilePart {
  path: string
  number: number
  offset: number
  length: number
}

/** Sends a part of a file of this machine as a browser does; the disk is written to without asking a server. */
async function sendPart(
  storage: AnyStorage,
  upload: UploadReference,
  { path, number, offset, length }: FilePart,
): Promise<string> {
  const body = createReadStream(path, { start: offset, end: offset + length - 1 })
  if (storage.kind === 'disk') return storage.receivePart({ ...upload, number }, length, body)
  const address = await storage.uploads.partUrl(upload, number)
  // Whole, because a bucket wants to know its length beforehand.
  const reply = await fetch(address, { method: 'PUT', body: new Uint8Array(await buffer(body)) })
  const etag = reply.headers.get('etag')
  if (!reply.ok || etag === null) {
    throw new ApiError('unavailable', { detail: 'The storage did not take a part of a slide. Try again.' })
  }
  return etag
}
