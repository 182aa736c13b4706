import { beforeEach, describe, expect, test } from 'vitest'
import { createReadAtOnce, newBytes, type ReadAtOnce } from './read-at-once.ts'

let time = 0
let disk = 0
/** What the next read takes, in milliseconds, and whether it is the disk's doing. */
let next = { takes: 0.005, fromDisk: false }
let read: ReadAtOnce

beforeEach(() => {
  time = 1000
  disk = 5
  next = { takes: 0.005, fromDisk: false }
  const fill = (bytes: Uint8Array, offset: number) => {
    bytes.fill(offset)
    time += next.takes
    if (next.fromDisk) disk += 8
  }
  read = createReadAtOnce(fill, newBytes, { now: () => time, diskReads: () => disk })
})

const quick = () => {
  next = { takes: 0.005, fromDisk: false }
  return read(0, 10) !== undefined
}
const slow = (fromDisk = true) => {
  next = { takes: 8, fromDisk }
  return read(0, 10) !== undefined
}

describe('reading at once', () => {
  test('gives what was asked for', () => {
    expect(read(7, 3)).toEqual(Uint8Array.of(7, 7, 7))
  })

  test('leaves large parts to others', () => {
    expect(read(0, 128 * 1024)?.length).toBe(128 * 1024)
    expect(read(0, 128 * 1024 + 1)).toBeUndefined()
  })

  test('gives what the disk took long for, and refuses for a tenth of a second', () => {
    expect(slow()).toBe(true)
    expect(quick()).toBe(false)
    time += 99
    expect(quick()).toBe(false)
    time += 1
    expect(quick()).toBe(true)
  })

  test('refuses twice as long each time, up to a minute', () => {
    for (const pause of [...Array.from({ length: 10 }, (_, n) => 100 * 2 ** n), 60_000, 60_000]) {
      expect(slow()).toBe(true)
      time += pause - 1
      expect(quick()).toBe(false)
      time += 1
    }
  })

  test('begins with the shortest pause again after a hundred quick ones', () => {
    slow()
    time += 100
    for (let n = 0; n < 100; n += 1) expect(quick()).toBe(true)
    slow()
    time += 100
    expect(quick()).toBe(true)
  })

  test('does not when there were fewer', () => {
    slow()
    time += 100
    for (let n = 0; n < 99; n += 1) quick()
    slow()
    time += 100
    expect(quick()).toBe(false)
  })

  test('takes no notice of a processor that was busy with something else', () => {
    expect([slow(false), slow(false), quick(), slow(false), quick()]).toEqual([true, true, true, true, true])
  })

  test('does not believe in that three times in a row', () => {
    expect([slow(false), slow(false), slow(false), quick()]).toEqual([true, true, true, false])
  })
})
