/** Publishes a message of one's own on any topic. */

import { button, element, row, section, write } from "../page/dom.js";
import { jsonEditor, nameField } from "./name_field.js";

const SETPOINT = '{ "points": [{ "positions": [0.5, -0.5] }] }';

export class PublishSection {
  constructor(wire) {
    this.wire = wire;
    this.topic = nameField("publish on", "publish-topic", "/joint_trajectory");
    this.editor = jsonEditor("message", SETPOINT);
    this.said = element("output", { class: "said", role: "status", id: "published" });
    this.root = section(
      "Publish",
      this.topic.root,
      this.editor.root,
      row(button("publish", () => this._publish())),
      this.said,
    );
    // The gateway says by a status what is wrong with a publication.
    wire.addEventListener("status", ({ level, text }) => write(this.said, `${level}: ${text}`));
  }

  async _publish() {
    const message = this.editor.read();
    if (message === undefined) return write(this.said, "");
    const topic = this.topic.input.value.trim();
    return this.wire.publish(topic, message).then(
      () => write(this.said, `sent on ${topic}`),
      (refused) => write(this.said, refused.message),
    );
  }
}
