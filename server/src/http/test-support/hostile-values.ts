import type { Place } from './schema-places.ts'

/** Stands for what JSON can say and JSON.stringify can't. */
const raw = (text: string) => `(raw)${text}(raw)`

/** As it goes over the wire, with what was raw made so. */
export function writeJson(body: unknown): string {
  return JSON.stringify(body).replaceAll(/"\(raw\)(.*?)\(raw\)"/g, (_all, text: string) =>
    JSON.parse(`"${text}"`),
  )
}

/** Of the wrong kind wherever they stand, or nearly. */
const anywhere = [null, {}, [[]], raw('{"__proto__": {"superadmin": true}}'), raw('1e999')]

const numbers = [-1, 0, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, -1e308, 5e-324, raw('-0'), 'NaN', '1']

/** What means something in SQL, in patterns, in tables and in pages; one value, as nothing tells them apart. */
const mixture = `=HYPERLINK("https://evil.example")'; drop table users; --<script>alert(1)</script>\u202e\u200b%_\\`

const texts = [
  '',
  'a\u0000b',
  '\ud800',
  'a\r\nSet-Cookie: x=1',
  'x'.repeat(70_000),
  mixture,
  '../../../../etc/passwd',
  1,
]

const hostileByKind: Record<Place['kind'], unknown[]> = {
  id: ['', "1' or '1'='1", '00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF', 1],
  text: texts,
  time: ['', 'a\u0000b', '0000-00-00T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', 1],
  number: numbers,
  flag: ['true', 1, ''],
  choice: ['', 'constructor', '__proto__', 'a\u0000b', 0],
  list: [[], '', Array(5000).fill('x'), { length: 1e9 }],
  object: ['', []],
  record: ['', [], { '': 1 }, { ['x'.repeat(5000)]: 1 }],
}

export const hostileValues = ({ kind }: Place): unknown[] => [...anywhere, ...hostileByKind[kind]]

/** As they stand in an address, encoded where they have to be. */
const anyParameter = ['', '%00', '%ff', 'constructor', 'x'.repeat(2000)]

const parametersByKind: Record<Place['kind'], string[]> = {
  id: ['00000000-0000-0000-0000-000000000000', encodeURIComponent("1' or '1'='1")],
  text: ['%F0%9F', encodeURIComponent("'; drop table users; --%_\\")],
  time: [
    '0000-00-00T00%3A00%3A00Z',
    '0001-01-01T00%3A00%3A00Z',
    '9999-12-31T23%3A59%3A59.999999999Z',
    encodeURIComponent("' or 1=1; --"),
  ],
  number: ['-1', '0', 'NaN', 'Infinity', '1e3', '0x10', '2147483648', '9007199254740993', '9'.repeat(30)],
  flag: ['1', 'TRUE'],
  choice: ['__proto__', encodeURIComponent('name, (select 1)'), encodeURIComponent("' or 1=1; --")],
  list: [],
  object: [],
  record: [],
}

export const hostileParameters = ({ kind }: Place): string[] => [...anyParameter, ...parametersByKind[kind]]
