/** The panel of messages: any topic as it comes, and publications and calls of one's own. */

import { button, element, row, section, write } from "../page/dom.js";
import { CallSection } from "./call_section.js";
import { nameField } from "./name_field.js";
import { PublishSection } from "./publish_section.js";
import { TopicCard } from "./topic_card.js";

const MOST = 8; // topics at a time

export class MessagesPanel {
  constructor(wire) {
    this.wire = wire;
    this.cards = new Map();
    this.types = new Map(); // from topic to its type
    this.shelf = element("div");
    this.said = element("output", { class: "said bad", role: "status" });
    this.topic = nameField("topic", "topic");
    this.calls = new CallSection(wire);
    this.publications = new PublishSection(wire);
    const add = () => this._add(this.topic.input.value.trim());
    this.topic.input.addEventListener("change", add);
    this.root = element(
      "div",
      { class: "columns" },
      section("Topics", row(this.topic.root, button("watch", add)), this.said, this.shelf),
      this.calls.root,
      this.publications.root,
    );
    wire.addEventListener("open", () => this._learn());
  }

  /** Learn which topics and services there are. */
  async _learn() {
    const ask = (name) =>
      this.wire.call(name).then(
        ({ values }) => values,
        () => ({}),
      );
    const [{ topics = [], types = [] }, { services = [] }] = await Promise.all([
      ask("/rosapi/topics"),
      ask("/rosapi/services"),
    ]);
    this.types = new Map(topics.map((name, k) => [name, types[k]]));
    this.topic.offer(topics);
    this.publications.topic.offer(topics);
    this.calls.service.offer(services);
    this.calls.describe();
  }

  _add(topic) {
    const full = this.cards.size >= MOST;
    write(this.said, full && topic ? `at most ${MOST} topics at a time: close one first` : "");
    if (!topic || full || this.cards.has(topic)) return;
    const type = this.types.get(topic) ?? "";
    const card = new TopicCard(this.wire, topic, type, () => this.cards.delete(topic));
    this.cards.set(topic, card);
    this.shelf.prepend(card.root);
    this.topic.input.value = "";
  }
}
