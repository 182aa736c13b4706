import { type IncomingHttpHeaders, request } from 'node:http'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** Where it redirects to, absolute. */
  location: string
}

interface Cookie {
  name: string
  value: string
  path: string
}

/** A browser without scripts: keeps cookies by path, sends what a browser sends, follows redirects on demand. */
export class TestBrowser {
  readonly origin: string
  cookies: Cookie[] = []
  userAgent = ''
  /** From where it comes, if not from this machine. */
  address = ''

  constructor(origin: string) {
    this.origin = origin
  }

  get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', url, headers)
  }

  /** As a form of a page of ours. */
  post(
    url: string,
    form: Record<string, string>,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> {
    const sent = { origin: this.origin, 'sec-fetch-site': 'same-origin', ...headers }
    return this.send('POST', url, sent, new URLSearchParams(form).toString())
  }

  /** Follows redirects until a page, or until one leads to where `stop` says. */
  async follow(answer: Answer, stop: (url: string) => boolean): Promise<Answer> {
    let current = answer
    while (current.location !== '' && !stop(current.location)) current = await this.get(current.location)
    return current
  }

  private send(
    method: string,
    url: string,
    headers: Record<string, string | undefined>,
    body?: string,
  ): Promise<Answer> {
    const target = new URL(url, this.origin)
    const cookie = this.cookies
      .filter(({ path }) => target.pathname === path || target.pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const sent: Record<string, string> = { accept: 'text/html', connection: 'close' }
    if (cookie !== '') sent.cookie = cookie
    if (this.userAgent !== '') sent['user-agent'] = this.userAgent
    if (this.address !== '') sent['x-forwarded-for'] = this.address
    if (body !== undefined) sent['content-type'] = 'application/x-www-form-urlencoded'
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent[name] = value
    return new Promise((resolve, reject) => {
      request(target, { method, headers: sent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          this.keep(response.headers['set-cookie'] ?? [])
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            location: response.headers.location ? new URL(response.headers.location, target).href : '',
          })
        })
      })
        .on('error', reject)
        .end(body)
    })
  }

  private keep(lines: string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', ...value] = pair.split('=')
      const path = attributes.find((each) => each.startsWith('path='))?.slice(5) ?? '/'
      this.cookies = this.cookies.filter((each) => each.name !== name || each.path !== path)
      const expires = attributes.find((each) => each.startsWith('expires='))?.slice(8)
      if (expires !== undefined && new Date(expires) < new Date()) continue
      this.cookies.push({ name, value: value.join('='), path })
    }
  }
}
