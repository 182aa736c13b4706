import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { createPlaces } from './reply-places.ts'

const replyTo = () => ({ raw: new EventEmitter() }) as FastifyReply & { raw: EventEmitter }

test('a person has some places, everybody together has more, and a reply that ends makes room', () => {
  const places = createPlaces({ ofEach: 2, inAll: 3, what: 'Other masks are being drawn' })
  const [first, second, third] = [replyTo(), replyTo(), replyTo()]
  places.take('ada', first)
  places.take('ada', second)
  expect(() => places.take('ada', replyTo())).toThrow(
    'Other masks are being drawn for you already. Try again when that is done.',
  )
  places.take('ben', third)
  expect(() => places.take('cleo', replyTo())).toThrow(
    'Other masks are being drawn at the moment. Please try again shortly.',
  )
  first.raw.emit('close')
  places.take('ada', replyTo())
  expect(() => places.take('ada', replyTo())).toThrow('for you already')
  third.raw.emit('close')
  places.take('cleo', replyTo())
})

test('a reply whose client has gone already holds no place', () => {
  const places = createPlaces({ ofEach: 1, inAll: 1, what: 'Other masks are being drawn' })
  const gone = { raw: Object.assign(new EventEmitter(), { closed: true }) } as unknown as FastifyReply
  expect(() => places.take('ada', gone)).toThrow(expect.objectContaining({ code: 'request_timeout' }))
  places.take('ada', replyTo())
})
