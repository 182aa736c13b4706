import { type HttpOptions, openHttpSource, type Source } from '@cresyl/slides'
import type { BlockStore } from './block-store.ts'
import { type BlockEvents, diskCachedSource } from './disk-cached-source.ts'
import type { RemoteObject } from './source-descriptor.ts'

export interface ObjectSourceOptions {
  readonly store?: BlockStore | undefined
  readonly events?: BlockEvents | undefined
  readonly http?: Pick<HttpOptions, 'attempts' | 'retryDelay' | 'idleTimeout' | 'fetch'> | undefined
}

export interface ObjectSource extends Source {
  /** A newer address of the same object: it is used from now on. */
  learn(object: RemoteObject): void
}

/** Someone waits for what is read: a service that doesn't answer is told soon. */
const usualHttp = { attempts: 4, retryDelay: 200, idleTimeout: 10_000 }

/** An object of a bucket, through the blocks on disk where there is a store. Opening it asks for nothing. */
export async function openObjectSource(
  object: RemoteObject,
  { store, events, http }: ObjectSourceOptions = {},
): Promise<ObjectSource> {
  const { key, size } = object
  let newest = object
  // Where the bucket is and whose it is are nobody's business who reads a message.
  const name = new URL(object.url).pathname.split('/').slice(-3).join('/')
  const open = (etag?: string) =>
    openHttpSource(() => newest.url, { ...usualHttp, ...http, size, etag, name })
  const source = store ? diskCachedSource({ store, events, key, name, size, open }) : await open()
  return {
    ...source,
    learn: (told) => {
      if (told.key === key && told.expiresAt > newest.expiresAt) newest = told
    },
  }
}
