import { expect, test } from 'vitest'
import { readPlainHeaders } from './plain-headers.ts'

test('finds what pictures are answered by, however it is written', () => {
  const raw = [
    'HOST',
    'a',
    'Accept',
    '*/*',
    'cookie',
    'x=y',
    'If-None-Match',
    '"1"',
    'authorization',
    'Bearer t',
  ]
  expect(
    readPlainHeaders([...raw, 'Traceparent', 'tp', 'Accept-Encoding', 'gzip', 'Sec-Fetch-Site', 'z']),
  ).toEqual({
    host: 'a',
    accept: '*/*',
    'if-none-match': '"1"',
    authorization: 'Bearer t',
    traceparent: 'tp',
    'accept-encoding': 'gzip',
  })
})

test.each([
  [['Host', 'a', 'host', 'b']],
  [['Accept', 'a', 'Host', 'a', 'accept', 'b']],
  [['Content-Length', '0']],
  [['transfer-encoding', 'chunked']],
])('leaves %j to others', (raw) => {
  expect(readPlainHeaders(raw)).toBeUndefined()
})
