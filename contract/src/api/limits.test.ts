import { expect, test } from 'vitest'
import {
  bytes,
  chartDefaults,
  identityLimits,
  layoutWidth,
  listLimits,
  queryDefaults,
  signedUrlSeconds,
  toastDurations,
  uploadLimits,
} from './limits.ts'

test('KB, MB and GB are 1024-based', () => {
  expect(bytes).toEqual({ KB: 1024, MB: 1_048_576, GB: 1_073_741_824 })
})

test('a file has 1 KB to 40 GB, a name of at most 255 characters and 2 dots', () => {
  expect(uploadLimits).toMatchObject({
    maxFileSize: 42_949_672_960,
    minFileSize: 1024,
    maxNameLength: 255,
    maxDots: 2,
  })
})

test('the extensions', () => {
  expect(uploadLimits.extensions).toEqual([
    'tiff',
    'tif',
    'ome.tiff',
    'ome.tif',
    'qptiff',
    'svs',
    'czi',
    'mar',
  ])
})

test('the chunk size by file size', () => {
  expect(uploadLimits.chunkSizes).toEqual([
    { under: 104_857_600, size: 5_242_880 },
    { under: 1_073_741_824, size: 10_485_760 },
    { under: 5_368_709_120, size: 26_214_400 },
    { under: Number.POSITIVE_INFINITY, size: 52_428_800 },
  ])
})

test('the recommended concurrency by chunk count', () => {
  expect(uploadLimits.concurrency).toEqual([
    { chunks: 5, workers: 2 },
    { chunks: 20, workers: 3 },
    { chunks: 50, workers: 4 },
    { chunks: Number.POSITIVE_INFINITY, workers: 5 },
  ])
})

test('the upload pool, its retries and its estimates', () => {
  expect(uploadLimits.pool).toEqual({ default: 3, max: 5, upload: 5 })
  expect(uploadLimits.chunkRetryDelays).toEqual([1000, 2000, 4000])
  expect(uploadLimits.assumedSpeed).toBe(104_857_600)
  expect(uploadLimits.remainingMargin).toBe(1.2)
  expect(signedUrlSeconds).toBe(1800)
})

test('lists have 50 rows a page, and settings are asked for all at once', () => {
  expect(listLimits).toEqual({
    defaultLimit: 50,
    all: -1,
    maxRows: 10_000,
    settings: { page: 0, limit: -1 },
  })
})

test('queries are fresh and kept for 5 minutes and tried again 3 times, after 1 s up to 30 s', () => {
  expect(queryDefaults).toEqual({
    staleTime: 300_000,
    retention: 300_000,
    retries: 3,
    firstRetryDelay: 1000,
    maxRetryDelay: 30_000,
  })
})

test('toasts hide after 8 s when they tell of an error, else after 6 s', () => {
  expect(toastDurations).toEqual({ error: 8000, other: 6000 })
})

test('the identity provider gets 10 s and 3 attempts, a popup 60 s, a session a day', () => {
  expect(identityLimits).toMatchObject({
    tokenRequestTimeout: 10_000,
    tokenRequestAttempts: 3,
    popupTimeout: 60_000,
    sessionSeconds: 86_400,
    clockLeewaySeconds: 60,
    permissionCache: 300_000,
  })
})

test('an access token is renewed while it is still valid', () => {
  expect(identityLimits.renewBeforeSeconds).toBeLessThan(identityLimits.accessTokenSeconds)
})

test('layout and charts', () => {
  expect(layoutWidth).toBe(240)
  expect(chartDefaults).toEqual({ pieSliceOffset: 10, labelDistance: 30, borderWidth: 1 })
})
