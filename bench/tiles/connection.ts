import { connect, type Socket } from 'node:net'

export interface Reply {
  status: number
  /** Of the content, which nobody looks at. */
  bytes: number
}

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/**
 * A connection that is kept open for one request after the other. It does as little as possible, so that fast servers
 * don't wait for their client: replies must tell their length.
 */
export class TileConnection {
  readonly #port: number
  #socket: Socket | undefined
  #waiting: Waiting | undefined
  #head: Buffer = Buffer.alloc(0)
  #reply: Reply | undefined
  #missing = 0
  #closes = false

  constructor(port: number) {
    this.#port = port
  }

  ask(request: string): Promise<Reply> {
    const socket = this.#socket ?? this.#open()
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      socket.write(request, 'latin1')
    })
  }

  end(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => {
      if (this.#socket === socket) this.#fail(new Error('The server closed the connection'))
    })
    this.#socket = socket
    return socket
  }

  #take(chunk: Buffer): void {
    if (this.#reply !== undefined) this.#missing -= chunk.length
    else this.#takeHead(chunk)
    if (this.#reply === undefined || this.#missing > 0) return
    const [waiting, reply] = [this.#waiting, this.#reply]
    this.#waiting = undefined
    this.#reply = undefined
    if (this.#closes) this.end()
    waiting?.resolve(reply)
  }

  #takeHead(chunk: Buffer): void {
    this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk])
    const end = this.#head.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#head.toString('latin1', 0, end)
    const status = Number(head.slice(9, 12))
    const length = status === 304 ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.#fail(new Error(`A reply does not tell its length: ${head}`))
      return
    }
    this.#closes = /\r\nconnection: *close/i.test(head)
    this.#reply = { status, bytes: Number(length) }
    this.#missing = Number(length) - (this.#head.length - end - 4)
    this.#head = Buffer.alloc(0)
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#reply = undefined
    this.#head = Buffer.alloc(0)
    this.end()
    waiting?.reject(error)
  }
}
