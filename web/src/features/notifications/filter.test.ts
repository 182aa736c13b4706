import { expect, test } from 'vitest'
import { notificationList, queryOf } from './filter.ts'

test('what is asked of the server is what the address says', () => {
  const ask = (address: string) => queryOf(notificationList.read(new URLSearchParams(address)))
  expect(ask('show=unread&kind=member.joined')).toEqual({
    limit: 50,
    offset: 0,
    unread: true,
    kind: ['member.joined'],
  })
  expect(ask('show=read&kind=weather')).toMatchObject({ unread: null, kind: null })
})
