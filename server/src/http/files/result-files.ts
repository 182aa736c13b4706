import { inferenceDownloadUrl } from '@cresyl/contract/predictors/inference-outputs'
import type { FastifyInstance } from 'fastify'
import { findResultText, type TextFormat } from '../../domain/result-files/find-result-text.ts'
import type { Member } from '../../domain/work.ts'
import type { Context } from '../../platform/context.ts'
import { storagePrefix } from '../../platform/storage/disk/addresses.ts'
import type { Pace } from '../guards/pace.ts'
import { madeFileAddress, serveMadeFiles } from './made-files.ts'

/** Beside what the disk driver serves. */
const prefix = `${storagePrefix}results/`

interface ResultPart {
  /** Of the run. */
  id: string
  key: string | undefined
  format: TextFormat
}

/** Of a part of a run's results. */
export function resultAddress(context: Context, member: Member, { id, key, format }: ResultPart): string {
  return madeFileAddress(context, member, prefix + id, { format, ...(key !== undefined && { key }) })
}

export function serveResultFiles(app: FastifyInstance, context: Context, pace: Pace): void {
  const { database, storage } = context
  const { access } = inferenceDownloadUrl
  // What there is of a run is what its rows say now: with its slide it is gone.
  serveMadeFiles(app, context, { pace, prefix, access }, async ({ id, parameters, organizationId }) => {
    const part = {
      key: parameters.get('key') ?? undefined,
      format: parameters.get('format') === 'geojson' ? 'geojson' : 'csv',
    } as const
    const { mime, fileName, open } = await database.asMember({ organizationId }, (tx) =>
      findResultText(tx, id, part),
    )
    return { mime, fileName, content: await open(storage), isText: true }
  })
}
