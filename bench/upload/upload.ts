import { bytes } from '../../contract/src/api/limits.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import { addTestOrganization } from '../../server/src/platform/storage/test-support/test-organization.ts'
import type { Benchmark } from '../support/benchmark.ts'
import type { Figure } from '../support/figures.ts'
import { startNginxDav } from '../support/nginx.ts'
import { type BenchPostgres, startPostgres } from '../support/postgres.ts'
import { processorTime, sampleMemory } from '../support/process-tree.ts'
import { type BenchProduct, startBenchProduct } from '../support/product.ts'
import { type SendParts, startClient } from '../support/send-parts.ts'
import type { Stage } from '../support/stage.ts'
import { measureBrowser } from './browser.ts'

const partMegabytes = 25
const connections = 5
const rounds = 3
/** A gigabyte, and ten of them, in whole parts. */
const roundParts = 40
const longParts = 410

export const upload: Benchmark = {
  about: 'CPU per megabyte of an upload beside nginx, the page beside curl, and memory over 10 GB',
  run: async (stage) => {
    await stage.requireSpace((longParts * partMegabytes + 5120) * bytes.MB)
    const nginx = await startNginxDav(stage)
    const postgres = await startPostgres(stage)
    const product = await startBenchProduct(stage, postgres, { CRESYL_ROLES: 'api', CRESYL_DEMO: 'true' })
    const send = startClient(stage)
    const organizationId = await addTestOrganization(product.context.database)
    const sides: Sides = {
      nginx: {
        pid: nginx.pid,
        send: async (parts) => {
          const urls = Array.from({ length: parts }, (_, index) => `${nginx.origin}/${index}.part`)
          const { milliseconds } = await send({ urls, bytes: partMegabytes * bytes.MB, connections })
          await nginx.clear()
          return milliseconds
        },
      },
      product: {
        pid: product.pid,
        send: (parts) => sendThroughProduct(product.context.storage, organizationId, send, parts),
      },
    }
    const compared = await compare(stage, sides, postgres)
    const browser = await measureBrowser(stage, product, postgres)
    const memory = await measureMemory(stage, product, sides.product)
    return {
      figures: [...compared, ...browser.figures, ...memory],
      versions: { nginx: nginx.version, ...browser.versions },
    }
  },
}

/** Sends so many parts, removes them again, and tells how long the sending took. */
interface Side {
  pid: number
  send(parts: number): Promise<number>
}

interface Sides {
  product: Side
  nginx: Side
}

interface Used {
  processor: number
  postgres: number
  milliseconds: number
}

/** Round by round, so that whatever else the machine does meets both. */
async function compare(stage: Stage, { product, nginx }: Sides, postgres: BenchPostgres): Promise<Figure[]> {
  for (const side of [product, nginx]) await side.send(Math.ceil(roundParts / 5))
  const used: Record<'product' | 'nginx', Used[]> = { product: [], nginx: [] }
  for (let round = 1; round <= rounds; round += 1) {
    used.product.push(await measure(product, postgres))
    used.nginx.push(await measure(nginx, postgres))
    const [ours, theirs] = [used.product.at(-1)?.processor ?? 0, used.nginx.at(-1)?.processor ?? 0]
    const text = `Cresyl ${perMegabyte(ours).toFixed(2)}, nginx ${perMegabyte(theirs).toFixed(2)} CPU ms/MB`
    stage.say(`Round ${round} of ${rounds}, ${roundParts * partMegabytes} MB each: ${text}`)
  }
  const ours = perMegabyte(mean(used.product, 'processor'))
  const theirs = perMegabyte(mean(used.nginx, 'processor'))
  return [
    { name: 'CPU, Cresyl', value: ours, unit: 'ms/MB', atMost: 3.3 },
    { name: 'CPU, nginx dav (neither hashes nor syncs)', value: theirs, unit: 'ms/MB' },
    { name: 'Cresyl / nginx', value: ours / theirs, unit: '×' },
    { name: 'CPU of PostgreSQL', value: mean(used.product, 'postgres') / roundParts, unit: 'ms a part' },
    { name: 'Speed, Cresyl', value: speed(mean(used.product, 'milliseconds')), unit: 'MB/s' },
    { name: 'Speed, nginx dav', value: speed(mean(used.nginx, 'milliseconds')), unit: 'MB/s' },
  ]
}

async function measure(side: Side, postgres: BenchPostgres): Promise<Used> {
  const before = { processor: await processorTime(side.pid), postgres: await processorTime(postgres.pid) }
  const milliseconds = await side.send(roundParts)
  return {
    processor: (await processorTime(side.pid)) - before.processor,
    postgres: (await processorTime(postgres.pid)) - before.postgres,
    milliseconds,
  }
}

const perMegabyte = (milliseconds: number) => milliseconds / (roundParts * partMegabytes)
const speed = (milliseconds: number) => ((roundParts * partMegabytes) / milliseconds) * 1000
const mean = (used: Used[], what: keyof Used) => used.reduce((sum, each) => sum + each[what], 0) / used.length

async function sendThroughProduct(
  storage: Storage,
  organizationId: string,
  send: SendParts,
  parts: number,
): Promise<number> {
  const partSize = partMegabytes * bytes.MB
  const key = { organizationId, path: 'bench/original' }
  const reference = await storage.uploads.begin({ ...key, size: parts * partSize, partSize })
  const urls: string[] = []
  for (let number = 1; number <= parts; number += 1) {
    urls.push(await storage.uploads.partUrl(reference, number))
  }
  const { etags, milliseconds } = await send({ urls, bytes: partSize, connections })
  const completed = etags.map((etag, index) => ({ partNumber: index + 1, etag }))
  await storage.uploads.complete(reference, completed)
  await storage.delete(key)
  return milliseconds
}

/**
 * Only what comes after the first gigabyte counts: by then everything is warm. Memory that is given back meanwhile,
 * such as what the start had needed, is no fault.
 */
async function measureMemory(stage: Stage, product: BenchProduct, side: Side): Promise<Figure[]> {
  const gigabytes = Math.floor((longParts * partMegabytes) / 1024)
  stage.say(`${gigabytes} GB through Cresyl, for its memory`)
  const samples = await sampleMemory(product.pid, () => side.send(longParts))
  const begin = samples[0]?.at ?? 0
  const whole = (samples.at(-1)?.at ?? 0) - begin
  const sizes = samples
    .filter(({ at }) => at - begin > whole / gigabytes)
    .map((sample) => sample.bytes / bytes.MB)
  const [first = Number.NaN] = sizes
  return [
    { name: 'Memory after 1 GB', value: first, unit: 'MB' },
    {
      name: `Growth until ${gigabytes} GB, at most`,
      value: Math.max(...sizes) - first,
      unit: 'MB',
      atMost: 50,
    },
    { name: 'Growth at the end', value: (sizes.at(-1) ?? Number.NaN) - first, unit: 'MB' },
  ]
}
