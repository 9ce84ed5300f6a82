/** One message to one person. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Hands a message over for delivery; resolves when it is on its way or on the disk. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
