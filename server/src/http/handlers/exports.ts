import { createExport } from '../../domain/exports/create-export.ts'
import { deleteExport } from '../../domain/exports/delete-exports.ts'
import { downloadExport } from '../../domain/exports/download-export.ts'
import { listExports, readExport } from '../../domain/exports/read-exports.ts'
import { downloadAddress } from '../files/download-address.ts'
import type { Handlers } from '../handler.ts'

export const exportHandlers = {
  listExports: async (call) => call.page(await call.read((work) => listExports(work, call.query))),

  createExport: (call) => call.write((work) => createExport(work, call.params.id, call.body)),

  readExport: (call) => call.read((work) => readExport(work, call.params.id)),

  exportDownloadUrl: async (call, context) => {
    const { id } = call.params
    const made = await call.write((work) => downloadExport(work, id))
    const url = await downloadAddress(context, call.member, made, { as: 'export', id })
    return { url, file_name: made.fileName, size: made.size }
  },

  deleteExport: async (call, { storage }) => {
    const key = await call.write((work) => deleteExport(work, call.params.id))
    // What is left behind if this fails is removed with what has expired.
    if (key !== undefined) await storage.delete(key)
    return undefined
  },
} satisfies Partial<Handlers>
