// How another system calls the messages API, in three languages, ready to be pasted. Pure: a browser story runs what stands here.

export const languages = ['curl', 'javascript', 'python'] as const
export type Language = (typeof languages)[number]

export interface Values {
  /** Of this installation. */
  origin: string
  token: string
  number: string
}

/** What is taken over into an example: nothing that could end its quotes. */
const isToken = (text: string) => /^blc_[\w-]{43}$/.test(text)
const isNumber = (text: string) => /^\+?\d{8,15}$/.test(text)

/** What a person typed, where it is whole; else words that stand for it. */
export const valuesOf = (origin: string, typed: { token: string; number: string }): Values => ({
  origin,
  token: isToken(typed.token) ? typed.token : 'SEU_TOKEN',
  number: isNumber(typed.number) ? typed.number : '5511999998888',
})

const url = ({ origin }: Values) => `${origin}/api/messages/send`
const text = 'Olá! Seu pedido saiu para entrega.'

export const textExamples: Record<Language, (values: Values) => string> = {
  curl: (of) => `curl -X POST '${url(of)}' \\
  -H 'Authorization: Bearer ${of.token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"number": "${of.number}", "body": "${text}"}'`,
  javascript: (of) => `async function send() {
  const response = await fetch('${url(of)}', {
    method: 'POST',
    headers: {
      Authorization: 'Bearer ${of.token}',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      number: '${of.number}',
      body: '${text}',
    }),
  })
  console.log(response.status, await response.json())
}

send()`,
  python: (of) => `import json
from urllib.request import Request, urlopen

request = Request(
    "${url(of)}",
    method="POST",
    headers={
        "Authorization": "Bearer ${of.token}",
        "Content-Type": "application/json",
    },
    data=json.dumps({
        "number": "${of.number}",
        "body": "${text}",
    }).encode(),
)
with urlopen(request) as response:
    print(response.status, json.load(response))`,
}

export const fileExamples: Record<Language, (values: Values) => string> = {
  curl: (of) => `curl -X POST '${url(of)}' \\
  -H 'Authorization: Bearer ${of.token}' \\
  -F 'number=${of.number}' \\
  -F 'body=${text}' \\
  -F 'medias=@foto.jpg' \\
  -F 'medias=@recibo.pdf'`,
  javascript: (of) => `async function send() {
  const { readFile } = await import('node:fs/promises')
  const form = new FormData()
  form.append('number', '${of.number}')
  form.append('body', '${text}')
  for (const name of ['foto.jpg', 'recibo.pdf']) {
    form.append('medias', new Blob([await readFile(name)]), name)
  }
  const response = await fetch('${url(of)}', {
    method: 'POST',
    headers: { Authorization: 'Bearer ${of.token}' },
    body: form,
  })
  console.log(response.status, await response.json())
}

send()`,
  python: (of) => `import requests  # pip install requests

response = requests.post(
    "${url(of)}",
    headers={"Authorization": "Bearer ${of.token}"},
    data={
        "number": "${of.number}",
        "body": "${text}",
    },
    files=[
        ("medias", open("foto.jpg", "rb")),
        ("medias", open("recibo.pdf", "rb")),
    ],
)
print(response.status_code, response.json())`,
}

export const statusExamples: Record<Language, (values: Values) => string> = {
  curl: (of) => `curl '${url(of)}/ID' \\
  -H 'Authorization: Bearer ${of.token}'`,
  javascript: (of) => `async function status(id) {
  const response = await fetch('${url(of)}/' + id, {
    headers: { Authorization: 'Bearer ${of.token}' },
  })
  console.log(response.status, await response.json())
}

status('ID')`,
  python: (of) => `import json
from urllib.request import Request, urlopen

request = Request(
    "${url(of)}/ID",
    headers={"Authorization": "Bearer ${of.token}"},
)
with urlopen(request) as response:
    print(response.status, json.load(response))`,
}
