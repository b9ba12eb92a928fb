CREATE TABLE `customer_addresses` (
	`customer_id` text NOT NULL,
	`franchise_id` text NOT NULL,
	`key` text NOT NULL,
	`address` text NOT NULL,
	`label` text,
	`saved_at` integer NOT NULL,
	`removed_at` integer,
	PRIMARY KEY(`customer_id`, `franchise_id`, `key`),
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `customer_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`franchise_id` text,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`pinned` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`deleted_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_notes_by_customer` ON `customer_notes` (`customer_id`,`pinned`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `customer_notes_deleted` ON `customer_notes` (`deleted_at`) WHERE "customer_notes"."deleted_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `customer_tags` (
	`customer_id` text NOT NULL,
	`franchise_id` text NOT NULL,
	`key` text NOT NULL,
	`tag` text NOT NULL,
	PRIMARY KEY(`customer_id`, `franchise_id`, `key`),
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `customer_tags_by_key` ON `customer_tags` (`key`,`customer_id`);--> statement-breakpoint
CREATE INDEX `customer_tags_by_franchise` ON `customer_tags` (`franchise_id`,`key`,`customer_id`);--> statement-breakpoint
CREATE TABLE `inbound_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`provider_message_id` text,
	`sender` text NOT NULL,
	`customer_id` text,
	`franchise_id` text,
	`text` text NOT NULL,
	`received_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inbound_messages_once` ON `inbound_messages` (`provider_message_id`) WHERE "inbound_messages"."provider_message_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `inbound_messages_by_customer` ON `inbound_messages` (`customer_id`,`received_at`) WHERE "inbound_messages"."customer_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `inbound_messages_by_sender` ON `inbound_messages` (`sender`,`received_at`);