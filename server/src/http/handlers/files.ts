import { countOverTime } from '../../domain/analytics/count-over-time.ts'
import { counted } from '../../domain/analytics/counted.ts'
import { abortUpload } from '../../domain/files/abort-upload.ts'
import { beginUpload } from '../../domain/files/begin-upload.ts'
import { completeUpload } from '../../domain/files/complete-upload.ts'
import { createFile } from '../../domain/files/create-file.ts'
import { deleteFile } from '../../domain/files/delete-file.ts'
import { downloadFile } from '../../domain/files/download-file.ts'
import { listFiles, readFile } from '../../domain/files/read-files.ts'
import { rereadFile } from '../../domain/files/reread-file.ts'
import { signPart } from '../../domain/files/sign-part.ts'
import { updateFile } from '../../domain/files/update-file.ts'
import { listDownloads } from '../../domain/result-files/list-downloads.ts'
import { downloadAddress } from '../files/download-address.ts'
import type { Handlers } from '../handler.ts'

export const fileHandlers = {
  listFiles: async (call) => call.page(await call.read((work) => listFiles(work, call.query))),

  filesOverTime: (call) =>
    call.read((work) => countOverTime(work, counted.files[call.query.measure], call.query)),

  listDownloads: async (call) => call.page(await call.read((work) => listDownloads(work, call.query))),

  createFile: (call, context) => createFile(context, call, call.body),

  readFile: (call) => call.read((work) => readFile(work, call.params.id)),

  updateFile: (call, context) => updateFile(context, call, call.params.id, call.body),

  beginMultipart: (call, context) => beginUpload(context, call, call.params.id),

  partUrl: async (call, context) => ({
    url: await signPart(context, call, call.params.id, call.query.partNumber),
  }),

  completeMultipart: (call, context) => completeUpload(context, call, call.params.id, call.body.parts),

  abortMultipart: (call, context) => abortUpload(context, call, call.params.id),

  fileDownloadUrl: async (call, context) => {
    const object = await downloadFile(call, call.params.id)
    const { fileName, size, deidentified } = object
    const part = deidentified ? 'copy' : 'original'
    const url = await downloadAddress(context, call.member, object, { as: 'file', id: call.params.id, part })
    return { url, file_name: fileName, size, deidentified }
  },

  deleteFile: (call) => call.write((work) => deleteFile(work, call.params.id), { showDeleted: true }),

  rereadFile: (call) => call.write((work) => rereadFile(work, call.params.id), { showDeleted: true }),
} satisfies Partial<Handlers>
