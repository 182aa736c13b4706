import { Counter, Histogram, type Registry } from 'prom-client'

/**
 * What can become of a file that was announced. `interrupted`: its page was reloaded or lost the connection, and said
 * so later; `abandoned`: nobody went on with it for a day.
 */
export const uploadEnds = ['stored', 'failed', 'aborted', 'interrupted', 'abandoned'] as const
export type UploadEnd = (typeof uploadEnds)[number]

/** What can become of a part that is sent to us. `broken_off`: its connection ended before an answer. */
const partOutcomes = ['stored', 'refused', 'broken_off'] as const
export type PartOutcome = (typeof partOutcomes)[number]

/** What is counted of uploads, once it is certain; nothing of it tells whose they are. */
export interface UploadMetrics {
  begun(): void
  ended(how: UploadEnd, file: { size: number }): void
  addressSigned(): void
  partEnded(outcome: PartOutcome, seconds: number): void
  partStored(bytes: number): void
  /** With the code of the answer. */
  partRefused(code: string): void
}

const notOfBuckets = 'those of a bucket go past this server, see cresyl_upload_addresses_total'

export function createUploadMetrics(registry: Registry): UploadMetrics {
  const registers = [registry]
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const begun = counter('cresyl_uploads_begun_total', 'Files that were announced to be uploaded')
  const ended = counter('cresyl_uploads_ended_total', 'Uploads that ended, by how', 'how')
  for (const how of uploadEnds) ended.inc({ how }, 0)
  const stored = counter(
    'cresyl_uploads_stored_bytes_total',
    'Bytes of files whose upload ended with them stored',
  )
  const addresses = counter(
    'cresyl_upload_addresses_total',
    'Addresses that were given out for one try to send one part, to this server or to a bucket',
  )
  const parts = new Histogram({
    name: 'cresyl_upload_part_seconds',
    help: `Time that parts took to arrive and be stored, by what came of them; ${notOfBuckets}`,
    labelNames: ['outcome'],
    buckets: [0.05, 0.2, 1, 5, 20, 60, 300],
    registers,
  })
  for (const outcome of partOutcomes) parts.zero({ outcome })
  const partBytes = counter(
    'cresyl_upload_part_bytes_total',
    `Bytes of parts that were stored; ${notOfBuckets}`,
  )
  const refused = counter(
    'cresyl_upload_parts_refused_total',
    `Parts that were not taken, by the code of the answer; ${notOfBuckets}`,
    'code',
  )
  return {
    begun: () => begun.inc(),
    ended: (how, { size }) => {
      ended.inc({ how })
      if (how === 'stored') stored.inc(size)
    },
    addressSigned: () => addresses.inc(),
    partEnded: (outcome, seconds) => parts.observe({ outcome }, seconds),
    partStored: (bytes) => partBytes.inc(bytes),
    partRefused: (code) => refused.inc({ code }),
  }
}
