/**
 * Speaks rosbridge with the gateway over one WebSocket, and connects again when it is lost.
 *
 * Events: "open" and "close" of the connection, and "status" for a status of the gateway.
 * Subscriptions survive a lost connection. Calls that were not answered are rejected.
 */

const FIRST_RETRY = 200; // ms until the first attempt to connect again
const LAST_RETRY = 1000; // ms between later attempts

/** A call that the gateway has refused, or that was lost with the connection. */
export class Refused extends Error {
  constructor(status, values = {}) {
    super(status);
    this.values = values;
  }
}

export class Wire extends EventTarget {
  /**
   * @param {string} url of the gateway
   * @param {function(string): WebSocket} open makes a WebSocket; tests pass a fake
   * @param {function(function, number)} later calls a function after some ms
   */
  constructor(url, open = (address) => new WebSocket(address), later = setTimeout.bind(null)) {
    super();
    this.url = url;
    this.connected = false;
    this._open = open;
    this._later = later;
    this._retry = FIRST_RETRY;
    this._lastId = 0;
    this._calls = new Map(); // from id to resolve and reject
    this._topics = new Map(); // from topic to its options and listeners
  }

  /** Connect. Later losses of the connection are repaired without a further call. */
  connect() {
    const socket = this._open(this.url);
    this._socket = socket;
    socket.onopen = () => this._opened();
    socket.onmessage = ({ data }) => this._received(data);
    socket.onclose = () => this._closed(socket);
  }

  /** Call a service. Resolves to { values, status }, or rejects with Refused. */
  call(service, args = {}) {
    if (!this.connected) return Promise.reject(new Refused("not connected"));
    const id = `console-${++this._lastId}`;
    return new Promise((resolve, reject) => {
      this._calls.set(id, { resolve, reject });
      this._send({ op: "call_service", id, service, args });
    });
  }

  /** Publish a message. Rejects if there is no connection. */
  async publish(topic, msg) {
    if (!this.connected) throw new Refused("not connected");
    this._send({ op: "publish", topic, msg });
  }

  /**
   * Call listener(msg) with each message of a topic. Returns a function that ends this.
   * A slow page gets the newest message only, at most every throttle ms.
   */
  subscribe(topic, listener, throttle = 0) {
    const known = this._topics.get(topic);
    const entry = known ?? { throttle, listeners: new Set() };
    const faster = throttle < entry.throttle;
    if (faster) entry.throttle = throttle;
    entry.listeners.add(listener);
    this._topics.set(topic, entry);
    if ((!known || faster) && this.connected) this._subscribe(topic, entry);
    return () => this._unsubscribe(topic, listener);
  }

  _unsubscribe(topic, listener) {
    const entry = this._topics.get(topic);
    if (!entry?.listeners.delete(listener) || entry.listeners.size) return;
    this._topics.delete(topic);
    if (this.connected) this._send({ op: "unsubscribe", topic });
  }

  _subscribe(topic, { throttle }) {
    this._send({ op: "subscribe", topic, throttle_rate: throttle });
  }

  _send(operation) {
    this._socket.send(JSON.stringify(operation));
  }

  _opened() {
    this.connected = true;
    this._retry = FIRST_RETRY;
    for (const [topic, entry] of this._topics) this._subscribe(topic, entry);
    this.dispatchEvent(new Event("open"));
  }

  _closed(socket) {
    if (socket !== this._socket) return;
    const was = this.connected;
    this.connected = false;
    const calls = [...this._calls.values()];
    this._calls.clear();
    for (const { reject } of calls) reject(new Refused("the connection was lost"));
    if (was) this.dispatchEvent(new Event("close"));
    this._later(() => this.connect(), this._retry);
    this._retry = Math.min(2 * this._retry, LAST_RETRY);
  }

  _received(text) {
    const message = JSON.parse(text);
    if (message.op === "publish") {
      for (const listener of this._topics.get(message.topic)?.listeners ?? []) {
        listener(message.msg);
      }
    } else if (message.op === "service_response") {
      this._answered(message);
    } else if (message.op === "status") {
      const { level, msg } = message;
      this.dispatchEvent(Object.assign(new Event("status"), { level, text: msg }));
    }
  }

  _answered({ id, values, result, status }) {
    const call = this._calls.get(id);
    this._calls.delete(id);
    if (result) call?.resolve({ values, status });
    else call?.reject(new Refused(status, values));
  }
}
